import { useState } from "preact/hooks";
import { isAccountKey } from "../../api/signing.ts";
import { account, signInWithKey } from "../../app/session.ts";
import { Button } from "../../components/button.tsx";
import { Field } from "../../components/field.tsx";
import { ErrorNote } from "../../components/notes.tsx";
import { Data } from "../../components/text.tsx";
import { useSignIn } from "./use_sign_in.ts";

// In place of what needs the key of the account that is shown, until it is given.
export function KeyNeeded({ what }: { readonly what: string }) {
  const [key, setKey] = useState("");
  const name = account.value;
  const { error, onSubmit } = useSignIn(() => signInWithKey(name, key.trim()));
  const problem = key.trim() !== "" && !isAccountKey(key.trim()) ? "An account key is base64." : undefined;
  return (
    <form class="card key-needed" onSubmit={onSubmit}>
      <h2>
        A key of <Data>{name}</Data> is needed
      </h2>
      <p class="faint">{what} takes requests that are signed with a key of the account.</p>
      <Field label="Account key" type="password" value={key} onInput={setKey} problem={problem} autofocus />
      {error && <ErrorNote title="The key was refused." error={error} />}
      <Button type="submit" kind="primary" disabled={key.trim() === "" || problem !== undefined}>
        Use the key
      </Button>
    </form>
  );
}
