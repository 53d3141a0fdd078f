// How the SDKs are told where an account is.

import { developmentAccount, developmentKey } from "./signing.ts";

const developmentOrigin = "http://127.0.0.1:10002";

// The key is shown only if everybody knows it.
export function connectionString(account: string, key: string | undefined, origin: string): string {
  const isDevelopment = account === developmentAccount && key === developmentKey;
  if (isDevelopment && origin === developmentOrigin) return "UseDevelopmentStorage=true";
  const scheme = origin.split(":")[0];
  const shownKey = isDevelopment ? developmentKey : "KEY";
  return `DefaultEndpointsProtocol=${scheme};AccountName=${account};AccountKey=${shownKey};TableEndpoint=${origin}/${account}`;
}
