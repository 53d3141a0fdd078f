/// <reference types="node" />
/** Places and defaults are those of Azurite; README.md says which have no effect. */
export default class TableConfiguration {
  constructor(
    host?: string,
    port?: number,
    keepAliveTimeout?: number,
    metadataDBPath?: string,
    enableDebugLog?: boolean,
    enableAccessLog?: boolean,
    accessLogWriteStream?: NodeJS.WritableStream,
    debugLogFilePath?: string,
    loose?: boolean,
    skipApiVersionCheck?: boolean,
    cert?: string,
    key?: string,
    pwd?: string,
    oauth?: string,
    disableProductStyleUrl?: boolean,
    isMemoryPersistence?: boolean,
  );
  readonly host: string;
  readonly port: number;
  readonly metadataDBPath: string;
  readonly isMemoryPersistence: boolean;
  getHttpServerAddress(): string;
}
