"use strict";
// The class of this name in the package azurite, as far as tests use it: the constructor with its places, and the address.
Object.defineProperty(exports, "__esModule", { value: true });

class TableConfiguration {
  constructor(
    host = "127.0.0.1",
    port = 10002,
    keepAliveTimeout = 5,
    metadataDBPath = "__azurite_db_table__.json",
    enableDebugLog = true,
    enableAccessLog = true,
    accessLogWriteStream = undefined,
    debugLogFilePath = undefined,
    loose = false,
    skipApiVersionCheck = false,
    cert = "",
    key = "",
    pwd = "",
    oauth = undefined,
    disableProductStyleUrl = false,
    isMemoryPersistence = false,
  ) {
    Object.assign(this, {
      host,
      port,
      keepAliveTimeout,
      metadataDBPath,
      enableDebugLog,
      enableAccessLog,
      accessLogWriteStream,
      debugLogFilePath,
      loose,
      skipApiVersionCheck,
      cert,
      key,
      pwd,
      oauth,
      disableProductStyleUrl,
      isMemoryPersistence,
    });
  }

  getHttpServerAddress() {
    return `${this.cert ? "https" : "http"}://${this.host}:${this.port}`;
  }
}
exports.default = TableConfiguration;
