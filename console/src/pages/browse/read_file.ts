// Entities in a file, one after the other: JSON lines or CSV.

import { checkValue } from "../../api/edm.ts";
import { type EntityContent, entityFromWire, parseKeepingDoubles } from "../../api/entity_json.ts";
import { type CsvColumn, CsvSplitter, entityOfCells, readHead } from "./typed_csv.ts";

export interface ReadEntity {
  readonly entity: EntityContent;
  readonly line: number;
}

// The file cannot be read on from here.
export class FileError extends Error {
  constructor(line: number, reason: string) {
    super(`Line ${line}: ${reason}`);
    this.name = "FileError";
  }
}

export type FileFormat = "json" | "csv";

export const formatOf = (name: string): FileFormat => (/\.(?:csv|tsv|txt)$/i.test(name) ? "csv" : "json");

// Yields entities; `onBytes` is told how much of the file has been read. Throws FileError.
export async function* readEntities(
  file: Blob,
  format: FileFormat,
  onBytes: (bytes: number) => void,
): AsyncGenerator<ReadEntity> {
  const parser = format === "csv" ? new CsvParser() : new LinesParser();
  let bytes = 0;
  const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      bytes += chunk.length;
      controller.enqueue(chunk);
    },
  });
  const reader = file.stream().pipeThrough(counted).pipeThrough(new TextDecoderStream("utf-8", { fatal: true })).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      onBytes(bytes);
      if (done) break;
      yield* parser.add(value);
    }
    yield* parser.end();
  } catch (error) {
    if (error instanceof TypeError) throw new FileError(parser.line, "The text is not UTF-8.");
    throw error;
  } finally {
    await reader.cancel();
  }
}

function checked(entity: EntityContent, line: number): ReadEntity {
  for (const [name, { type, text }] of entity.properties) {
    const problem = checkValue(type, text);
    if (problem !== undefined) throw new FileError(line, `${name} is ${JSON.stringify(text.slice(0, 60))}. ${problem}`);
  }
  return { entity, line };
}

class LinesParser {
  line = 0;
  private rest = "";

  *add(text: string): Generator<ReadEntity> {
    const lines = (this.rest + text).split("\n");
    this.rest = lines.pop() ?? "";
    for (const line of lines) yield* this.read(line);
  }

  *end(): Generator<ReadEntity> {
    yield* this.read(this.rest);
  }

  private *read(text: string): Generator<ReadEntity> {
    this.line += 1;
    const trimmed = text.replace(/^\uFEFF/, "").trim();
    if (trimmed === "") return;
    const wire = this.parse(trimmed);
    if ("rowhouse" in wire) return; // the header of an export
    for (const key of ["PartitionKey", "RowKey"]) {
      if (typeof wire[key] !== "string") throw new FileError(this.line, `The object has no text in ${key}.`);
    }
    yield checked(withWideNumbers(wire), this.line);
  }

  private parse(text: string): Record<string, unknown> {
    let parsed: unknown;
    try {
      parsed = parseKeepingDoubles(text);
    } catch {
      throw new FileError(this.line, `This is no JSON object: ${text.slice(0, 60)}`);
    }
    if (typeof parsed === "object" && parsed !== null && !Array.isArray(parsed)) return parsed as Record<string, unknown>;
    throw new FileError(this.line, `This is no JSON object: ${text.slice(0, 60)}`);
  }
}

// Whole numbers beyond Int32 that are exact in JSON become Int64.
function withWideNumbers(wire: Record<string, unknown>): EntityContent {
  const entity = entityFromWire(wire);
  const properties = new Map(entity.properties);
  for (const [name, { type, text }] of properties) {
    if (type === "Edm.Int32" && checkValue(type, text) !== undefined && Number.isSafeInteger(Number(text))) {
      properties.set(name, { type: "Edm.Int64", text });
    }
  }
  return { partitionKey: entity.partitionKey, rowKey: entity.rowKey, properties };
}

class CsvParser {
  line = 1;
  private readonly splitter = new CsvSplitter();
  private columns: CsvColumn[] | undefined;

  *add(text: string): Generator<ReadEntity> {
    for (const record of this.splitter.add(text)) yield* this.read(record.cells, record.line);
  }

  *end(): Generator<ReadEntity> {
    for (const record of this.splitter.end()) yield* this.read(record.cells, record.line);
  }

  private *read(cells: readonly string[], line: number): Generator<ReadEntity> {
    this.line = line;
    try {
      if (this.columns) yield checked(entityOfCells(cells, this.columns), line);
      else this.columns = readHead(cells);
    } catch (error) {
      throw error instanceof FileError || !(error instanceof Error) ? error : new FileError(line, error.message);
    }
  }
}
