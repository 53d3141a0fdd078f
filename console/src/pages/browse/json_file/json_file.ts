// The entities in a JSON file, in any of the forms of json_records.ts, for one table.

import { FileError, type Place, placeWithin } from "../file_error.ts";
import type { EntityContent } from "../../../api/entity_json.ts";
import { AzuriteTables } from "./azurite_tables.ts";
import { entityOfMembers } from "./json_entity.ts";
import { JsonFault, type JsonMember, readMembers } from "./json_object.ts";
import { type JsonRecord, JsonRecords } from "./json_records.ts";

export interface PlacedEntity {
  readonly entity: EntityContent;
  readonly place: Place;
}

const exportVersion = "1";

export class JsonFile {
  private readonly records = new JsonRecords();
  private readonly database: AzuriteTables;
  private tableInFile = ""; // that the last header of an export named
  private hasEntities = false;

  constructor(table: string) {
    this.database = new AzuriteTables(table);
  }

  get place(): Place {
    return { line: this.records.line };
  }

  // Throws FileError.
  *add(text: string): Generator<PlacedEntity> {
    for (const record of this.records.add(text)) yield* this.read(record);
  }

  *end(): Generator<PlacedEntity> {
    for (const record of this.records.end()) yield* this.read(record);
    const { problem } = this.database;
    if (problem !== undefined) throw new FileError(this.place, problem);
  }

  private *read({ text, place, collection }: JsonRecord): Generator<PlacedEntity> {
    try {
      const entity = collection === "" ? this.entityOf(text) : this.database.entityOf(collection, text);
      if (entity) yield { entity, place };
    } catch (error) {
      throw error instanceof JsonFault ? new FileError(placeWithin(place, text, error.at), error.message) : error;
    }
  }

  // Undefined: it is the header of an export.
  private entityOf(text: string): EntityContent | undefined {
    const members = readMembers(text);
    if (members[0]?.name === "rowhouse") {
      this.takeHeader(members);
      return undefined;
    }
    this.hasEntities = true;
    return entityOfMembers(members);
  }

  private takeHeader(members: readonly JsonMember[]): void {
    const member = (name: string): string => members.find((each) => each.name === name)?.text ?? "";
    if (member("version") !== exportVersion) {
      const remedy = "Import it with the rowhouse that wrote it.";
      throw new JsonFault(0, `An export of a version other than ${exportVersion}. ${remedy}`);
    }
    const table = member("table");
    if (this.hasEntities && table !== this.tableInFile) {
      throw new JsonFault(0, `A second table begins here, ${table}. \`rowhouse import FILE\` takes files with several.`);
    }
    this.tableInFile = table;
  }
}
