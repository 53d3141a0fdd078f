import type { Backup } from "../../api/admin.ts";
import { countOf, formatAge, formatBytes } from "../../app/format.ts";
import { momentText } from "../../app/moments.ts";
import { timeZone } from "../../app/preferences.ts";
import { millisecondsOf } from "../../app/service_date.ts";
import { listedData } from "../../app/words.ts";
import { Menu } from "../../components/menu.tsx";
import { Data, Sentence } from "../../components/text.tsx";

interface BackupListProps {
  readonly backups: readonly Backup[];
  readonly onRestore: (backup: Backup) => void;
  readonly onDelete: (backup: Backup) => void;
}

const tablesShownMax = 8;

export function BackupList({ backups, onRestore, onDelete }: BackupListProps) {
  const latestFirst = [...backups].sort((a, b) => millisecondsOf(b.created) - millisecondsOf(a.created));
  return (
    <div class="scroller">
      <table class="list">
        <thead>
          <tr>
            <th scope="col">Backup</th>
            <th scope="col">Made</th>
            <th scope="col" class="number">
              Size
            </th>
            <th scope="col">Tables</th>
            <th>
              <span class="offscreen">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {latestFirst.map((backup) => (
            <BackupRow key={backup.name} {...{ backup, onRestore, onDelete }} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface BackupRowProps extends Omit<BackupListProps, "backups"> {
  readonly backup: Backup;
}

function BackupRow({ backup, onRestore, onDelete }: BackupRowProps) {
  const { name, created, bytes, tables } = backup;
  const made = millisecondsOf(created);
  return (
    <tr>
      <td data-label="Backup">
        <strong>
          <Data>{name}</Data>
        </strong>
      </td>
      <td data-label="Made">
        {momentText(made, timeZone.value)}{" "}
        <span class="faint wide-only">({formatAge(new Date(made).toISOString())})</span>
      </td>
      <td data-label="Size" class="number">
        {formatBytes(bytes)}
      </td>
      <td data-label="Tables">
        <span>
          {tables.length === 0 && <span class="faint">none</span>}
          <Sentence words={listedData(tables.slice(0, tablesShownMax))} />
          {tables.length > tablesShownMax && ` and ${countOf(tables.length - tablesShownMax, "table")} more`}
        </span>
      </td>
      <td class="row-actions">
        <Menu
          label={`Actions on ${name}`}
          icon="more"
          items={[
            ...(tables.length === 0
              ? []
              : [{ label: "Restore a table…", icon: "undo" as const, run: () => onRestore(backup) }]),
            { label: "Delete backup…", icon: "trash", danger: true, run: () => onDelete(backup) },
          ]}
        />
      </td>
    </tr>
  );
}
