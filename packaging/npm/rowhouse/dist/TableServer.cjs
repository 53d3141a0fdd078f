"use strict";
// The class of this name in the package azurite, as far as tests use it: start, close, clean, status and address.
Object.defineProperty(exports, "__esModule", { value: true });
const fs = require("node:fs/promises");
const { BackgroundServer } = require("../lib/background.cjs");
const { default: TableConfiguration } = require("./TableConfiguration.cjs");

// A name that nobody else gives a folder: clean() removes it.
function dataFolder(config) {
  return `${config.metadataDBPath}.rowhouse`;
}

function words(config) {
  const named = {
    "--tableHost": config.host,
    "--tablePort": String(config.port), // 0 counts
    "--tableKeepAliveTimeout": config.keepAliveTimeout > 0 && config.keepAliveTimeout,
    "--debug": config.enableDebugLog && config.debugLogFilePath,
    "--cert": config.cert,
    "--key": config.key,
    "--pwd": config.pwd,
    "--oauth": config.oauth,
  };
  const given = Object.entries(named).filter(([, value]) => value);
  return [
    ...given.map(([name, value]) => `${name}=${value}`),
    config.isMemoryPersistence ? "--inMemoryPersistence" : `--location=${dataFolder(config)}`,
  ];
}

class TableServer {
  #background;
  #address = "";
  #status = "Closed";

  constructor(configuration = new TableConfiguration()) {
    this.config = configuration;
    this.host = configuration.host;
    this.port = configuration.port;
  }

  getStatus() {
    return this.#status;
  }

  getHttpServerAddress() {
    return this.#address;
  }

  #require(status, call) {
    if (this.#status !== status) throw new Error(`${call} needs a server that is ${status}; this one is ${this.#status}`);
  }

  /** As with Azurite, this process then stays until the server is closed. */
  async start() {
    this.#require("Closed", "start()");
    this.#status = "Starting";
    try {
      this.#background = new BackgroundServer("azurite-table", words(this.config), process.env);
      const { protocol, host, port } = await this.#background.ready();
      this.#address = `${protocol}://${host}:${port}`;
      this.#status = "Running";
    } catch (error) {
      this.#status = "Closed";
      throw error;
    }
  }

  async close() {
    this.#require("Running", "close()");
    this.#status = "Closing";
    try {
      await this.#background.stop();
    } finally {
      this.#address = "";
      this.#status = "Closed";
    }
  }

  async clean() {
    this.#require("Closed", "clean()");
    if (this.config.isMemoryPersistence) return;
    await fs.rm(dataFolder(this.config), { recursive: true, force: true });
  }
}
exports.default = TableServer;
