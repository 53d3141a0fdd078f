// The accounts of the server with their keys, who can reach it, and its certificate.

import type { AccountInfo, ServerInfo, TlsInfo } from "../../api/admin.ts";
import { useLoad } from "../../app/load.ts";
import { momentText } from "../../app/moments.ts";
import { timeZone } from "../../app/preferences.ts";
import { millisecondsOf } from "../../app/service_date.ts";
import { admin } from "../../app/session.ts";
import { listedData } from "../../app/words.ts";
import { ErrorNote, Loading, Warning } from "../../components/notes.tsx";
import { Data, Sentence } from "../../components/text.tsx";
import { ageWords, certificateState, rotationWords, sourceWords } from "./accounts_words.ts";

const momentOf = (text: string): string => momentText(millisecondsOf(text), timeZone.value);

export function AccountsSection() {
  const { value: server, error, reload } = useLoad(() => admin.value.server(), []);
  if (!server) {
    const title = "The server's accounts could not be read.";
    return error ? <ErrorNote title={title} error={error} onRetry={reload} /> : <Loading what="the accounts" />;
  }
  return (
    <div class="access-body access-cards">
      <Reach server={server} />
      <Certificate tls={server.tls} />
      {server.accounts.map((account) => (
        <AccountCard key={account.account} account={account} />
      ))}
    </div>
  );
}

function Reach({ server }: { readonly server: ServerInfo }) {
  return (
    <section class="card">
      <h2>The server</h2>
      <p>
        {server.loopback_only
          ? "Only this machine can reach it: it listens on loopback."
          : "Other machines can reach it, or it was given an admin token: it asks for the token or for a key."}
      </p>
      <p>{server.in_memory ? "Its data is in memory and ends with it." : "Its data is in files and survives it."}</p>
      <p class="faint">Rowhouse {server.version}</p>
    </section>
  );
}

function Certificate({ tls }: { readonly tls: TlsInfo | undefined }) {
  if (!tls) {
    return (
      <section class="card">
        <h2>TLS</h2>
        <p>Off: the server answers plain HTTP only. The options --tls-self-signed and --tls-cert switch it on.</p>
      </section>
    );
  }
  const { text, isWarning } = certificateState(tls, Date.now());
  return (
    <section class="card">
      <h2>TLS</h2>
      <dl class="facts">
        <dt>Certificate</dt>
        <dd>
          <Data>{tls.subject}</Data>
          {tls.self_signed ? ", signed by itself: clients must be told to trust it" : ", signed by an authority"}
        </dd>
        <dt>For</dt>
        <dd>{tls.names.length === 0 ? <span class="faint">no names</span> : <Sentence words={listedData(tls.names)} />}</dd>
        <dt>Ends</dt>
        <dd>{momentOf(tls.not_after)}</dd>
      </dl>
      {isWarning ? <Warning>{text}</Warning> : <p class="faint">{text}</p>}
    </section>
  );
}

function AccountCard({ account }: { readonly account: AccountInfo }) {
  const { account: name, development_key: isPublic, keys } = account;
  const rotations = [...new Set(keys.map((key) => rotationWords(key.source)))];
  return (
    <section class="card">
      <h2>
        Account <Data>{name}</Data>
      </h2>
      {isPublic && (
        <Warning>
          It has the public development key, which everybody knows: whoever reaches the server can read and change all of
          it. Keep it to this machine, and to data that may be lost.
        </Warning>
      )}
      <ol class="key-list">
        {keys.map((key, index) => (
          <li key={index}>
            {sourceWords(key.source)}
            {key.source !== "development" && (
              <span class="faint">
                . Known to the running server since {momentOf(key.since)}
                {ageWords(key, Date.now())}
              </span>
            )}
          </li>
        ))}
      </ol>
      {rotations.map((words) => (
        <p key={words} class="hint">
          {words}
        </p>
      ))}
    </section>
  );
}
