// The filter that a form stands for.

import type { EdmType } from "../../../api/edm.ts";
import { type Condition, type FilterDraft, type Item, type Join, problemOf } from "./draft.ts";
import { printLiteral } from "./literals.ts";
import { boundOfPrefix } from "./prefix_bound.ts";

// A part of a filter, and how its own parts are joined; undefined: it needs no brackets anywhere.
interface Printed {
  readonly text: string;
  readonly join?: Join;
}

// Undefined: a condition is not complete.
export function printFilter({ join, items }: FilterDraft): string | undefined {
  const conditions = items.flatMap((item) => (item.kind === "group" ? item.items : [item]));
  return conditions.some((each) => problemOf(each) !== undefined) ? undefined : joined(items.flatMap(printItem), join).text;
}

const joinWords: Readonly<Record<Join, string>> = { all: " and ", any: " or " };

function joined(parts: readonly Printed[], join: Join): Printed {
  const [first] = parts;
  if (parts.length < 2) return first ?? { text: "" };
  const texts = parts.map((part) => (part.join === undefined || part.join === join ? part.text : `(${part.text})`));
  return { text: texts.join(joinWords[join]), join };
}

// A group without conditions is nothing.
function printItem(item: Item): Printed[] {
  if (item.kind === "condition") return [printCondition(item)];
  return item.items.length === 0 ? [] : [joined(item.items.map(printCondition), item.join)];
}

function printCondition({ property, type, comparison, text, upper }: Condition): Printed {
  const compare = (operator: string, value: string, as: EdmType = type): Printed => ({
    text: `${property} ${operator} ${printLiteral({ type: as, text: value })}`,
  });
  // Of a property that is there, one of the two holds, whatever its type.
  const presence = joined([compare("eq", "", "Edm.String"), compare("ne", "", "Edm.String")], "any");
  switch (comparison) {
    case "begins": {
      const bound = boundOfPrefix(text);
      return joined([compare("ge", text), ...(bound === undefined ? [] : [compare("lt", bound)])], "all");
    }
    case "between":
      return joined([compare("ge", text), compare("le", upper)], "all");
    case "exists":
      return presence;
    case "absent":
      return { text: `not (${presence.text})` };
    default:
      return compare(comparison, text);
  }
}
