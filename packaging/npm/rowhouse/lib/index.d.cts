export interface StartOptions {
  /** Where the data is kept, also after the end. Default: in memory, so that nothing is left behind. */
  folder?: string;
  /** A numeric address. Default: 127.0.0.1. Others need `accounts`, since the development account's key is public. */
  host?: string;
  /** Default: 0, which is any free port. */
  port?: number;
  /** Accounts by name, each with one or two keys in base64. Default: devstoreaccount1 with its public key. */
  accounts?: Record<string, string | string[]>;
  /** Files that are loaded before the server is ready: exports of `rowhouse export`, or Azurite's database. */
  seed?: string | string[];
  /** More options of rowhoused, such as "--throttle=cloud". */
  args?: string[];
  /** Is called with each line of the server's log. Default: the log is dropped. */
  log?: (line: string) => void;
}

export interface RunningServer {
  /** For the first account. Every client of Azure Table storage takes it. */
  readonly connectionString: string;
  /** The address without an account, such as http://127.0.0.1:41234. */
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  /** Throws a RangeError if there is no such account. */
  connectionStringFor(account: string): string;
  /**
   * Finishes the requests in progress and ends the server. May be called again. Rejects, with the end of the server's log,
   * if it did not end well, now or before.
   */
  stop(): Promise<void>;
}

/**
 * Starts a server and resolves once it answers requests. Any number may run at once. A server ends with this process, also
 * when that is killed, and does not keep it from ending. Rejects with the server's own message if it cannot run so; then
 * nothing is left running.
 */
export function start(options?: StartOptions): Promise<RunningServer>;
