// What the browser keeps: preferences for good, credentials until the tab is closed. A browser that refuses to keep
// anything is no error.

const prefix = "rowhouse.";

function read(storage: () => Storage, name: string): unknown {
  try {
    return JSON.parse(storage().getItem(prefix + name) ?? "null");
  } catch {
    return null;
  }
}

function write(storage: () => Storage, name: string, value: unknown): void {
  try {
    storage().setItem(prefix + name, JSON.stringify(value));
  } catch {
    // It is not kept, then.
  }
}

const local = (): Storage => localStorage;
const session = (): Storage => sessionStorage;

export const readPreference = (name: string): unknown => read(local, name);
export const writePreference = (name: string, value: unknown): void => write(local, name, value);
export const readSession = (name: string): unknown => read(session, name);
export const writeSession = (name: string, value: unknown): void => write(session, name, value);
