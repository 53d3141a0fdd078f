// The objects of a JSON text, whatever stands around them, in the forms that `rowhouse import` takes
// (formats/json_records.h):
//
//   {…}{…}                                      objects one after another, a line each or not
//   [{…},{…}]                                   an array
//   {"odata.metadata":…,"value":[{…},{…}]}      an answer of the service
//   {"items":[{…},{…}],"nextMarker":…}          an answer of the az command
//   {"collections":[{"name":…,"data":[{…}]}]}   a database of Azurite
//
// An object with an array of objects under one of those names is no entity, since entities hold no arrays; one that
// has said its PartitionKey or RowKey before is, though a wrong one.

import { FileError, type Place } from "../file_error.ts";
import { JsonStream, type Waiting } from "./json_stream.ts";

export interface JsonRecord {
  readonly text: string; // may be malformed inside
  readonly place: Place;
  readonly collection: string; // of Azurite's database: the name of the one that holds it
}

// Lists by the name of their member, and the list within which they stand; empty: outside of any.
const lists: ReadonlyMap<string, string> = new Map([
  ["value", ""],
  ["items", ""],
  ["collections", ""],
  ["data", "collections"],
]);

// What is open around the next object.
interface Frame {
  readonly isArray: boolean;
  isFirst: boolean; // nothing of the array was read yet
  hasKey: boolean; // the object is an entity
  list: string; // of an object: the array in it that led here
  collection: string; // of an object with "data": its "name"
}

type Outcome = "record" | "entered" | "stopped";

const newFrame = (isArray: boolean): Frame => ({ isArray, isFirst: true, hasKey: false, list: "", collection: "" });

export class JsonRecords {
  private readonly stream = new JsonStream();
  private readonly frames: Frame[] = [];
  private readonly reading = this.readAll();

  get line(): number {
    return this.stream.place.line;
  }

  // Throws FileError.
  *add(text: string): Generator<JsonRecord> {
    this.stream.add(text);
    yield* this.readOn();
  }

  *end(): Generator<JsonRecord> {
    this.stream.end();
    yield* this.readOn();
  }

  private *readOn(): Generator<JsonRecord> {
    for (let next = this.reading.next(); !next.done && next.value; next = this.reading.next()) yield next.value;
  }

  private *readAll(): Generator<JsonRecord | undefined, void, void> {
    for (let isFirst = true; yield* this.advance(); ) {
      const outcome = yield* this.readObject();
      if (outcome === "entered") continue;
      if (outcome === "stopped") yield* this.giveUp();
      if (this.isWithin("collections")) {
        this.stream.drop(); // a collection without data
        continue;
      }
      const record = this.take();
      yield record;
      if (isFirst && (yield* this.fillsLine(record))) return yield* this.readLines();
      isFirst = false;
    }
  }

  // Where the first object fills a line of its own, every line is taken for one, so that a mistake is said of its line.
  private *fillsLine(record: JsonRecord): Waiting<boolean> {
    const { line } = this.stream.place;
    const next = yield* this.stream.skipBlanks();
    return this.frames.length === 0 && record.place.line === line && (next === "" || this.stream.place.line > line);
  }

  private *readLines(): Generator<JsonRecord | undefined, void, void> {
    while ((yield* this.stream.skipBlanks()) !== "") {
      this.stream.keep();
      yield* this.stream.skipLine();
      yield this.take();
    }
  }

  // What is malformed is given to its reader, who can say where; what follows cannot be told apart.
  private *giveUp(): Generator<JsonRecord | undefined, never, void> {
    const { place } = this.stream;
    yield* this.stream.skipLine();
    yield this.take();
    throw new FileError(place, "The JSON breaks off or is malformed here.");
  }

  // Moves to the next object within what is open, and out of what ends. False: there is none.
  private *advance(): Waiting<boolean> {
    for (;;) {
      const next = yield* this.stream.skipBlanks();
      const frame = this.frames.at(-1);
      if (!frame) {
        if (next === "" || next === "{") return next === "{";
        if (next !== "[") this.fail("Neither a JSON object nor an array begins here.");
        this.stream.skip();
        this.frames.push(newFrame(true));
      } else if (!frame.isArray) {
        yield* this.leaveObject(frame);
      } else if (next === "]") {
        this.stream.skip();
        this.frames.pop();
      } else {
        if (!frame.isFirst) yield* this.skipComma(next);
        frame.isFirst = false;
        const begin = yield* this.stream.skipBlanks();
        if (begin === "{") return true;
        this.fail(begin === "" ? "The array breaks off here." : "The array holds something that is no object.");
      }
    }
  }

  private *skipComma(next: string): Waiting<void> {
    if (next !== ",") this.fail("A comma or the end of the array is missing here.");
    this.stream.skip();
  }

  // The members behind a list.
  private *leaveObject(frame: Frame): Waiting<void> {
    this.frames.pop();
    const outcome = yield* this.readMembers(frame);
    if (outcome === "stopped") this.fail("The JSON breaks off or is malformed here.");
    if (frame.hasKey) this.fail("The entity that ends here holds an array.");
  }

  private *readObject(): Waiting<Outcome> {
    this.stream.keep();
    this.stream.skip();
    return yield* this.readMembers(newFrame(false));
  }

  // The members from here on, to the end of the object or into a list of objects in it.
  private *readMembers(frame: Frame): Waiting<Outcome> {
    for (;;) {
      const next = yield* this.stream.skipBlanks();
      if (next === "," || next === "}") this.stream.skip();
      if (next === "}") return "record";
      if (next === ",") continue;
      const outcome = next === '"' ? yield* this.readMember(frame) : "stopped";
      if (outcome !== "record") return outcome;
    }
  }

  // "record": the object goes on behind the member.
  private *readMember(frame: Frame): Waiting<Outcome> {
    const name = yield* this.stream.readString();
    if (name === undefined || (yield* this.stream.skipBlanks()) !== ":") return "stopped";
    this.stream.skip();
    const value = yield* this.stream.skipBlanks();
    if (name === "PartitionKey" || name === "RowKey") frame.hasKey = true;
    if (value === "[" && !frame.hasKey && this.isWithin(lists.get(name))) return yield* this.enter(frame, name);
    if (value === '"' && name === "name" && this.isWithin("collections")) {
      frame.collection = (yield* this.stream.readString()) ?? "";
      return "record";
    }
    return (yield* this.skipValue(value)) ? "record" : "stopped";
  }

  // Into the array that begins here, if it may hold objects.
  private *enter(frame: Frame, list: string): Waiting<Outcome> {
    this.stream.skip();
    const first = yield* this.stream.skipBlanks();
    if (first !== "{" && first !== "]" && first !== "") return (yield* this.stream.skipNested(1)) ? "record" : "stopped";
    frame.list = list;
    this.stream.drop();
    this.frames.push(frame, newFrame(true));
    return "entered";
  }

  private *skipValue(first: string): Waiting<boolean> {
    if (first === '"') return yield* this.stream.skipString();
    return first === "{" || first === "[" ? yield* this.stream.skipNested(0) : yield* this.stream.skipScalar();
  }

  private isWithin(list: string | undefined): boolean {
    return list === (this.frames.findLast((frame) => !frame.isArray)?.list ?? "");
  }

  private take(): JsonRecord {
    const owner = this.frames.findLast((frame) => frame.list === "data");
    return { ...this.stream.take(), collection: owner?.collection ?? "" };
  }

  private fail(reason: string): never {
    throw new FileError(this.stream.place, reason);
  }
}
