// The backups of the account: making them, restoring tables from them, deleting them.

import { useState } from "preact/hooks";
import type { Backup } from "../../api/admin.ts";
import { ServiceError } from "../../api/errors.ts";
import { useLoad } from "../../app/load.ts";
import { admin } from "../../app/session.ts";
import { Button } from "../../components/button.tsx";
import { Empty, ErrorNote, Loading } from "../../components/notes.tsx";
import { tell } from "../../components/toasts.tsx";
import { BackupList } from "./backup_list.tsx";
import { DeleteBackup } from "./delete_backup.tsx";
import { MakeBackup } from "./make_backup.tsx";
import { RestoreTable } from "./restore_table.tsx";

type Asked = { readonly what: "make" } | { readonly what: "restore" | "delete"; readonly backup: Backup };

const isInMemory = (error: Error): boolean => error instanceof ServiceError && error.code === "InMemory";

export function BackupsSection({ account }: { readonly account: string }) {
  const { value: backups, error, reload } = useLoad((signal) => admin.value.backups(account, signal), [account]);
  const [asked, setAsked] = useState<Asked>();
  const close = (): void => setAsked(undefined);
  if (error && isInMemory(error)) {
    return (
      <Empty title="There are no backups here">
        <p>{error.message}</p>
      </Empty>
    );
  }
  if (!backups) {
    const title = "The backups could not be listed.";
    return error ? <ErrorNote title={title} error={error} onRetry={reload} /> : <Loading what="the backups" />;
  }
  const done = (what: string): void => {
    close();
    reload();
    tell(what);
  };
  return (
    <div class="access-body">
      <div class="section-head">
        <p class="faint">
          A backup holds each partition as it was at one moment, in the server's data folder, and is made while the
          tables are in use. Access policies and service properties are not part of it.
        </p>
        <Button icon="add" kind="primary" onClick={() => setAsked({ what: "make" })}>
          Make a backup
        </Button>
      </div>
      {error && <ErrorNote title="The list is old." error={error} onRetry={reload} />}
      {backups.length === 0 ? (
        <p class="faint no-match">The account has no backups.</p>
      ) : (
        <BackupList
          backups={backups}
          onRestore={(backup) => setAsked({ what: "restore", backup })}
          onDelete={(backup) => setAsked({ what: "delete", backup })}
        />
      )}
      {asked?.what === "make" && (
        <MakeBackup account={account} taken={backups.map((each) => each.name)} onDone={done} onClose={close} />
      )}
      {asked?.what === "restore" && (
        <RestoreTable account={account} backup={asked.backup} onDone={done} onClose={close} />
      )}
      {asked?.what === "delete" && (
        <DeleteBackup account={account} backup={asked.backup} onDone={done} onClose={close} />
      )}
    </div>
  );
}
