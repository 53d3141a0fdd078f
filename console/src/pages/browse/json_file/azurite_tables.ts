// The tables in Azurite's database, __azurite_db_table__.json: collections that are called ACCOUNT$TABLE, and
// $TABLES_COLLECTION$, which lists the tables. Of these, one is imported: the one with the name of the table here.

import type { EntityContent } from "../../../api/entity_json.ts";
import { listed } from "../../../app/words.ts";
import { entityOfMembers } from "./json_entity.ts";
import { JsonFault, type JsonMember, readMembers } from "./json_object.ts";

const listOfTables = "$TABLES_COLLECTION$";

export class AzuriteTables {
  private readonly accounts = new Set<string>(); // that have the table
  private readonly others = new Set<string>(); // tables

  constructor(private readonly table: string) {}

  // Undefined: the row is of another table, or no entity. Throws JsonFault.
  entityOf(collection: string, text: string): EntityContent | undefined {
    const mark = collection.indexOf("$");
    if (collection === listOfTables) {
      const members = readMembers(text);
      this.isWanted(textIn(members, "account"), textIn(members, "table"));
    } else if (mark > 0 && this.isWanted(collection.slice(0, mark), collection.slice(mark + 1))) {
      return entityOfMembers(membersOfRow(text));
    }
    return undefined;
  }

  // What is wrong with the database as a whole.
  get problem(): string | undefined {
    if (this.accounts.size > 0 || this.others.size === 0) return undefined;
    const tables = listed([...this.others].sort());
    return `Azurite’s database has no table ${this.table}, but ${tables}. Import it into a table of such a name.`;
  }

  private isWanted(account: string, table: string): boolean {
    const isWanted = table.toLowerCase() === this.table.toLowerCase();
    if (!isWanted) this.others.add(table);
    else this.accounts.add(account);
    if (this.accounts.size < 2) return isWanted;
    const accounts = listed([...this.accounts]);
    throw new JsonFault(
      0,
      `The accounts ${accounts} both have a table ${table}. \`rowhouse import --source-account\` takes that of one of them.`,
    );
  }
}

function textIn(members: readonly JsonMember[], name: string): string {
  const member = members.find((each) => each.name === name);
  if (member?.kind === "string") return member.text;
  throw new JsonFault(0, `This is no row of Azurite’s database: it has no text in ${name}.`);
}

// The properties of a row, with its keys.
function membersOfRow(text: string): JsonMember[] {
  const members = readMembers(text);
  const isKey = ({ name }: JsonMember): boolean => name === "PartitionKey" || name === "RowKey";
  const properties = members.find((each) => each.name === "properties");
  if (properties?.kind !== "object") throw new JsonFault(0, "This is no row of Azurite’s database: it has no properties.");
  const own = readMembers(text, properties.at);
  return [...members.filter(isKey), ...own.filter(({ name }) => !/^(?:Partition|Row)Key(?:@|$)/.test(name))];
}
