// What an account without tables shows: three ways to put data in.

import { connectionString } from "../../api/connection_string.ts";
import { accountKey } from "../../app/session.ts";
import { CopyLine } from "../../components/copy.tsx";
import { Empty } from "../../components/notes.tsx";

export function FirstSteps({ account }: { readonly account: string }) {
  const connection = connectionString(account, accountKey.value, location.origin);
  const option = connection === "UseDevelopmentStorage=true" ? "" : ` --connection-string '${connection}'`;
  return (
    <Empty title="There are no tables yet">
      <p>Create one above, or put data in from a terminal. This makes a table with one row:</p>
      <CopyLine
        what="the commands"
        text={`rowhouse table create people${option}\nrowhouse entity insert people uk ada Born=1815${option}`}
      />
      <p>This loads a file, one JSON object with a PartitionKey and a RowKey on each line, or CSV with such a head:</p>
      <CopyLine what="the command" text={`rowhouse import people people.jsonl${option}`} />
      <p>And this does it with Azure's command line, which takes Rowhouse for the cloud:</p>
      <CopyLine
        what="the commands"
        text={`export AZURE_STORAGE_CONNECTION_STRING='${connection}'\naz storage table create --name people\naz storage entity insert --table-name people --entity PartitionKey=uk RowKey=ada Born=1815`}
      />
    </Empty>
  );
}
