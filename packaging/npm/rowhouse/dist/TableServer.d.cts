import TableConfiguration from "./TableConfiguration.cjs";

export default class TableServer {
  constructor(configuration?: TableConfiguration);
  readonly host: string;
  readonly port: number;
  readonly config: TableConfiguration;
  getStatus(): "Closed" | "Starting" | "Running" | "Closing";
  /** With the port that was chosen for 0; empty while it does not run. */
  getHttpServerAddress(): string;
  /** This process then stays until the server is closed. */
  start(): Promise<void>;
  close(): Promise<void>;
  /** Removes the folder with the data, if there is one. Only of a closed server. */
  clean(): Promise<void>;
}
