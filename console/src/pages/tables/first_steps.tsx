// What an account without tables shows: three ways to put data in.

import { connectionString } from "../../api/connection_string.ts";
import { accountKey } from "../../app/session.ts";
import { CopyLine } from "../../components/copy.tsx";
import { Empty } from "../../components/notes.tsx";

export function FirstSteps({ account }: { readonly account: string }) {
  const connection = connectionString(account, accountKey.value, location.origin);
  return (
    <Empty title="There are no tables yet">
      <p>Create one above, or put data in from a terminal, which is told once where this server is:</p>
      <CopyLine what="the connection string" text={`export AZURE_STORAGE_CONNECTION_STRING='${connection}'`} />
      <p>A table with one row:</p>
      <CopyLine
        what="the commands for a row"
        text={"rowhouse table create people\nrowhouse entity insert people uk ada Born=1815"}
      />
      <p>A file, with a JSON object on each line, or CSV:</p>
      <CopyLine what="the command for a file" text="rowhouse import people people.jsonl" />
      <p>With Azure's command line, which takes Rowhouse for the cloud:</p>
      <CopyLine
        what="the commands for az"
        text={
          "az storage table create --name people\n" +
          "az storage entity insert --table-name people --entity PartitionKey=uk RowKey=alan Born=1912"
        }
      />
    </Empty>
  );
}
