// Asks who the person is, on servers that other machines can reach.

import { useState } from "preact/hooks";
import { signInWithKey, signInWithToken } from "../../app/session.ts";
import { isAccountKey } from "../../api/signing.ts";
import { Button } from "../../components/button.tsx";
import { Field } from "../../components/field.tsx";
import { ErrorNote } from "../../components/notes.tsx";
import { Code } from "../../components/text.tsx";
import { useSignIn } from "./use_sign_in.ts";

interface SignInPageProps {
  readonly reason: string; // the server's; empty: it only asks who one is
}

export function SignInPage({ reason }: SignInPageProps) {
  return (
    <section class="sign-in">
      <h1>Sign in</h1>
      <p class="faint">{reason === "" ? "This server wants to know who asks." : reason}</p>
      <div class="sign-in-ways">
        <TokenForm />
        <KeyForm />
      </div>
      <p class="hint">What you type is kept in this tab until it is closed. It is sent to this server only.</p>
    </section>
  );
}

function TokenForm() {
  const [token, setToken] = useState("");
  const { error, onSubmit } = useSignIn(() => signInWithToken(token.trim()));
  return (
    <form class="card" onSubmit={onSubmit}>
      <h2>With the admin token</h2>
      <p class="faint">
        The one that rowhoused was started with: <Code>--admin-token</Code>. Shows all accounts.
      </p>
      <Field label="Admin token" type="password" value={token} onInput={setToken} autofocus />
      {error && <ErrorNote title="The token was refused." error={error} />}
      <Button type="submit" kind="primary" disabled={token.trim() === ""}>
        Sign in with the token
      </Button>
    </form>
  );
}

function KeyForm() {
  const [name, setName] = useState("");
  const [key, setKey] = useState("");
  const { error, onSubmit } = useSignIn(() => signInWithKey(name.trim(), key.trim()));
  const problem = key.trim() !== "" && !isAccountKey(key.trim()) ? "An account key is base64." : undefined;
  return (
    <form class="card" onSubmit={onSubmit}>
      <h2>With an account key</h2>
      <p class="faint">Shows the tables of that account.</p>
      <Field label="Account" value={name} onInput={setName} />
      <Field label="Account key" type="password" value={key} onInput={setKey} problem={problem} />
      {error && <ErrorNote title="The key was refused." error={error} />}
      <Button type="submit" kind="primary" disabled={name.trim() === "" || key.trim() === "" || problem !== undefined}>
        Sign in with the key
      </Button>
    </form>
  );
}
