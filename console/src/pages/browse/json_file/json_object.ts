// The members of one JSON object as they stand there: no number passes through a double, and a mistake has its place.

export type JsonKind = "string" | "number" | "boolean" | "null" | "array" | "object";

export interface JsonValue {
  readonly kind: JsonKind;
  readonly text: string; // of a string its content, otherwise what stands there
  readonly at: number; // in the text of the object
}

export interface JsonMember extends JsonValue {
  readonly name: string;
}

export class JsonFault extends Error {
  constructor(
    readonly at: number,
    reason: string,
  ) {
    super(reason);
  }
}

const depthMax = 16;

const blanks = /[ \t\r\n]*/y;
const plainString = /"[^"\\\u0000-\u001f]*"/y;
const pieceOfString = /[^"\\\u0000-\u001f]+|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.+-])/y;
const word = /(?:true|false|null)(?!\w)/y;

// Throws JsonFault. With `begin`, the object begins there, and what follows it does not matter.
export function readMembers(text: string, begin?: number): JsonMember[] {
  const reader = new ObjectReader(text, begin ?? 0);
  return begin === undefined ? reader.readWhole() : reader.readObject(1);
}

class ObjectReader {
  constructor(
    private readonly text: string,
    private at: number,
  ) {}

  readWhole(): JsonMember[] {
    if (this.next() !== "{") throw new JsonFault(this.at, `This is no JSON object: ${this.text.slice(0, 60)}`);
    const members = this.readObject(1);
    if (this.next() !== "") this.fail("Something follows the object here.");
    return members;
  }

  readObject(depth: number): JsonMember[] {
    const members: JsonMember[] = [];
    this.readItems("}", depth, () => {
      if (this.next() !== '"') this.fail("The name of a member, in quotes, is missing here.");
      const name = this.readString();
      if (this.next() !== ":") this.fail("A colon is missing behind the name here.");
      this.at += 1;
      members.push({ name, ...this.readValue(depth) });
    });
    return members;
  }

  // From the opening bracket to behind the closing one.
  private readItems(close: string, depth: number, readItem: () => void): void {
    if (depth > depthMax) this.fail(`The JSON is nested deeper than ${depthMax} levels here.`);
    this.at += 1;
    if (this.next() !== close) readItem();
    for (let next = this.next(); next !== close; next = this.next()) {
      if (next !== ",") this.fail(`A comma or ${close} is missing here.`);
      this.at += 1;
      readItem();
    }
    this.at += 1;
  }

  private readValue(depth: number): JsonValue {
    const first = this.next();
    const at = this.at;
    if (first === '"') return { kind: "string", text: this.readString(), at };
    if (first === "{") this.readObject(depth + 1);
    else if (first === "[") this.readItems("]", depth + 1, () => void this.readValue(depth + 1));
    else if (!this.take(number) && !this.take(word)) this.failAtValue();
    const text = this.text.slice(at, this.at);
    return { kind: kindOf(text), text, at };
  }

  private readString(): string {
    const begin = this.at;
    if (this.take(plainString)) return this.text.slice(begin + 1, this.at - 1);
    this.at += 1;
    while (this.take(pieceOfString));
    if (this.text.charAt(this.at) !== '"') this.fail("The text in quotes is malformed here.");
    this.at += 1;
    const content = String(JSON.parse(this.text.slice(begin, this.at)));
    if (/\p{Cs}/u.test(content)) throw new JsonFault(begin, "The text in quotes has half of a surrogate pair.");
    return content;
  }

  private failAtValue(): never {
    const isGap = /[,:}\]]/.test(this.text.charAt(this.at));
    this.fail(isGap ? "A value is missing here." : "This is no JSON value.");
  }

  private take(pattern: RegExp): boolean {
    pattern.lastIndex = this.at;
    if (!pattern.test(this.text)) return false;
    this.at = pattern.lastIndex;
    return true;
  }

  // The next character that is not blank; empty at the end.
  private next(): string {
    this.take(blanks);
    return this.text.charAt(this.at);
  }

  private fail(reason: string): never {
    throw new JsonFault(this.at, this.at < this.text.length ? reason : "The JSON breaks off here.");
  }
}

function kindOf(text: string): JsonKind {
  switch (text.charAt(0)) {
    case "{":
      return "object";
    case "[":
      return "array";
    case "n":
      return "null";
    default:
      return text === "true" || text === "false" ? "boolean" : "number";
  }
}
