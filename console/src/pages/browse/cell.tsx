import type { EdmValue } from "../../api/edm.ts";
import { formatDate, hexFromBase64 } from "../../app/format.ts";

const charactersMax = 400; // that a cell can show
const bytesMax = 64;

// A value as it is shown in a cell.
export function Cell({ value }: { readonly value: EdmValue | undefined }) {
  if (value === undefined) return null;
  const { type, text } = value;
  switch (type) {
    case "Edm.String":
      return text === "" ? <i class="faint">empty</i> : <bdi dir="auto">{text.slice(0, charactersMax)}</bdi>;
    case "Edm.DateTime":
      return <>{formatDate(text)}</>;
    case "Edm.Binary":
      return text === "" ? <i class="faint">empty</i> : <>{hexFromBase64(text, bytesMax)}</>;
    default:
      return <>{text}</>;
  }
}

// How the cells of a type look.
export function classOf(value: EdmValue | undefined): string {
  switch (value?.type) {
    case "Edm.Int32":
    case "Edm.Int64":
    case "Edm.Double":
      return "cell-number";
    case "Edm.Boolean":
      return "cell-boolean";
    case "Edm.DateTime":
      return "cell-date";
    case "Edm.Guid":
    case "Edm.Binary":
      return "cell-other";
    default:
      return "cell-text";
  }
}
