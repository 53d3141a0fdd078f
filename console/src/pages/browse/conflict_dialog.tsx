import type { EdmValue } from "../../api/edm.ts";
import { shortType } from "../../api/edm.ts";
import { formatDate } from "../../app/format.ts";
import { Button } from "../../components/button.tsx";
import { Dialog, DialogActions } from "../../components/dialog.tsx";
import { Cell } from "./cell.tsx";
import { type Conflict, differences } from "./writes.ts";

interface ConflictDialogProps {
  readonly conflict: Conflict;
  readonly onKeepTheirs: () => void;
  readonly onWriteYours: () => void;
}

// Shows what somebody else has written beside what was about to be written.
export function ConflictDialog({ conflict, onKeepTheirs, onWriteYours }: ConflictDialogProps) {
  const { theirs, yours } = conflict;
  return (
    <Dialog title={theirs ? "Changed meanwhile" : "Deleted meanwhile"} onClose={onKeepTheirs} wide>
      <div class="dialog-body">
        {theirs ? (
          <p>
            Somebody wrote this row at {formatDate(theirs.timestamp)}, after it was loaded here. Nothing of yours has been
            written.
          </p>
        ) : (
          <p>Somebody deleted this row after it was loaded here. Nothing of yours has been written.</p>
        )}
        {theirs && (
          <table class="conflict">
            <thead>
              <tr>
                <th scope="col">Property</th>
                <th scope="col">Theirs</th>
                <th scope="col">Yours</th>
              </tr>
            </thead>
            <tbody>
              {differences(conflict).map((each) => (
                <tr key={each.name}>
                  <th scope="row">
                    <bdi dir="auto">{each.name}</bdi>
                  </th>
                  <Side value={each.theirs} />
                  <Side value={each.yours} />
                </tr>
              ))}
            </tbody>
          </table>
        )}
        <DialogActions>
          <Button onClick={onKeepTheirs} autofocus>
            {theirs ? "Keep theirs" : "Leave it deleted"}
          </Button>
          <Button kind="primary" onClick={onWriteYours}>
            {theirs ? "Write yours over it" : `Insert it again${yours.properties.size === 1 ? " with this property" : ""}`}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  );
}

function Side({ value }: { readonly value: EdmValue | undefined }) {
  return (
    <td>
      {value ? (
        <>
          <Cell value={value} /> <small class="faint">{shortType(value.type)}</small>
        </>
      ) : (
        <i class="faint">absent</i>
      )}
    </td>
  );
}
