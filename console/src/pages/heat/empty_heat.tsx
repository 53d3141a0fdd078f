import { connectionString } from "../../api/connection_string.ts";
import { accountKey } from "../../app/session.ts";
import { CopyLine } from "../../components/copy.tsx";
import { Empty } from "../../components/notes.tsx";

// A table that nothing has used since the server started.
export function EmptyHeat({ account, table }: { readonly account: string; readonly table: string }) {
  const connection = connectionString(account, accountKey.value, location.origin);
  const option = connection === "UseDevelopmentStorage=true" ? "" : ` --connection-string '${connection}'`;
  return (
    <Empty title="Nothing has used this table since the server started">
      <p>
        Each read and write of an entity heats the map where its keys lie. Run your application. Or write rows whose
        keys rise and watch them climb; this does some forty a second:
      </p>
      <CopyLine
        what="the command"
        text={`for i in $(seq -w 2000); do rowhouse entity insert ${table} reading-$i r Value=$i${option}; done`}
      />
    </Empty>
  );
}
