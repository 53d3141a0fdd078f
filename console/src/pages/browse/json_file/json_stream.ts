// The characters of a JSON text that arrives in pieces, with the place of each. A generator that needs more than has
// arrived yields, and goes on when there is more.

import { FileError, type Place } from "../file_error.ts";

export type Waiting<T> = Generator<undefined, T, void>;

const keptMax = 16 << 20; // characters of one object, as the command has it in bytes

const notBlank = /[^ \t\r\n]/g;
const endsString = /["\\]/g;
const nesting = /["{}[\]]/g;
const endsScalar = /[,}\]]/g;

export class JsonStream {
  private text = "";
  private at = 0;
  private isLast = false;
  private begin: number | undefined; // of what is kept, as take() will give it
  private beginPlace: Place = { line: 1, column: 1 };
  private stringBegin: number | undefined; // of one that is being read
  private line = 1;
  private lineBegin = 0; // in the text; negative: before it
  private nextBreak = Infinity; // the first line break from here on

  add(text: string): void {
    const kept = Math.min(this.begin ?? this.at, this.stringBegin ?? this.at);
    this.at -= kept;
    this.lineBegin -= kept;
    this.nextBreak -= kept;
    if (this.begin !== undefined) this.begin -= kept;
    if (this.stringBegin !== undefined) this.stringBegin -= kept;
    const rest = this.text.slice(kept);
    this.text = rest + text;
    if (this.nextBreak === Infinity) this.nextBreak = this.findBreak(rest.length);
  }

  end(): void {
    this.isLast = true;
  }

  get place(): Place {
    return { line: this.line, column: this.at - this.lineBegin + 1 };
  }

  // What follows is kept until it is taken or dropped.
  keep(): void {
    this.begin = this.at;
    this.beginPlace = this.place;
  }

  drop(): void {
    this.begin = undefined;
  }

  take(): { text: string; place: Place } {
    const taken = { text: this.text.slice(this.begin ?? this.at, this.at), place: this.beginPlace };
    this.drop();
    return taken;
  }

  // The next character; empty at the end of the text.
  *peek(): Waiting<string> {
    while (this.at === this.text.length && !this.isLast) {
      if (this.begin !== undefined && this.at - this.begin > keptMax) {
        throw new FileError(this.beginPlace, "An object of more than 16 MiB begins here: is a brace missing?");
      }
      yield undefined;
    }
    return this.text.charAt(this.at);
  }

  skip(): void {
    this.moveTo(this.at + 1);
  }

  *skipBlanks(): Waiting<string> {
    return yield* this.find(notBlank);
  }

  // To the end of the line, or of the text.
  *skipLine(): Waiting<void> {
    while (this.nextBreak === Infinity && !this.isLast) {
      this.moveTo(this.text.length);
      yield* this.peek();
    }
    this.moveTo(Math.min(this.nextBreak, this.text.length));
  }

  // From one quote to behind the other. False: the text ends before that.
  *skipString(): Waiting<boolean> {
    this.skip();
    for (;;) {
      const found = yield* this.find(endsString);
      if (found === "") return false;
      this.skip();
      if (found === '"') return true;
      if ((yield* this.peek()) !== "") this.skip();
    }
  }

  // The text of the string that begins here. Undefined: it is malformed, or the text ends within it.
  *readString(): Waiting<string | undefined> {
    this.stringBegin = this.at;
    const isWhole = yield* this.skipString();
    const token = this.text.slice(this.stringBegin, this.at);
    this.stringBegin = undefined;
    if (!isWhole) return undefined;
    try {
      return String(JSON.parse(token));
    } catch {
      return undefined;
    }
  }

  // Behind the value that begins here, or within which the stream is, `depth` deep. False: the text ends before that.
  *skipNested(depth: number): Waiting<boolean> {
    let open = depth;
    do {
      const found = yield* this.find(nesting);
      if (found === "") return false;
      if (found === '"') {
        if (!(yield* this.skipString())) return false;
        continue;
      }
      open += found === "{" || found === "[" ? 1 : -1;
      this.skip();
    } while (open > 0);
    return true;
  }

  *skipScalar(): Waiting<boolean> {
    return (yield* this.find(endsScalar)) !== "";
  }

  // Moves to the next character that matches; empty: there is none.
  private *find(pattern: RegExp): Waiting<string> {
    for (;;) {
      pattern.lastIndex = this.at;
      const index = pattern.exec(this.text)?.index;
      this.moveTo(index ?? this.text.length);
      if (index !== undefined) return this.text.charAt(index);
      if ((yield* this.peek()) === "") return "";
    }
  }

  private moveTo(to: number): void {
    while (this.nextBreak < to) {
      this.line += 1;
      this.lineBegin = this.nextBreak + 1;
      this.nextBreak = this.findBreak(this.lineBegin);
    }
    this.at = to;
  }

  private findBreak(from: number): number {
    const found = this.text.indexOf("\n", from);
    return found < 0 ? Infinity : found;
  }
}
