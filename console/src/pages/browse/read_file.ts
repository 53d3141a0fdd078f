// Entities in a file, one after the other: JSON or CSV.

import { checkValue } from "../../api/edm.ts";
import type { EntityContent } from "../../api/entity_json.ts";
import { FileError, type Place } from "./file_error.ts";
import { JsonFile, type PlacedEntity } from "./json_file/json_file.ts";
import { type CsvColumn, CsvSplitter, entityOfCells, readHead } from "./typed_csv.ts";

export type FileFormat = "json" | "csv";

export const formatOf = (name: string): FileFormat => (/\.(?:csv|tsv|txt)$/i.test(name) ? "csv" : "json");

// What is read of a file, and into which table.
export interface FileSource {
  readonly file: Blob;
  readonly format: FileFormat;
  readonly table: string;
}

// Yields entities; `onBytes` is told how much of the file has been read. Throws FileError.
export async function* readEntities(
  { file, format, table }: FileSource,
  onBytes: (bytes: number) => void,
): AsyncGenerator<PlacedEntity> {
  const parser = format === "csv" ? new CsvFile() : new JsonFile(table);
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
      const { done, value } = await reader.read().catch((error: unknown) => {
        if (!(error instanceof TypeError)) throw error;
        throw new FileError(parser.place, "The text is not UTF-8 here or further on. Save the file as UTF-8.");
      });
      onBytes(bytes);
      if (done) break;
      yield* parser.add(value);
    }
    yield* parser.end();
  } finally {
    // Of a stream that failed, this fails likewise.
    await reader.cancel().catch(() => undefined);
  }
}

function checked(entity: EntityContent, place: Place): PlacedEntity {
  for (const [name, { type, text }] of entity.properties) {
    const problem = checkValue(type, text);
    if (problem !== undefined) throw new FileError(place, `${name} is ${JSON.stringify(text.slice(0, 60))}. ${problem}`);
  }
  return { entity, place };
}

class CsvFile {
  place: Place = { line: 1 };
  private readonly splitter = new CsvSplitter();
  private columns: CsvColumn[] | undefined;

  *add(text: string): Generator<PlacedEntity> {
    for (const record of this.splitter.add(text)) yield* this.read(record.cells, record.line);
  }

  *end(): Generator<PlacedEntity> {
    for (const record of this.splitter.end()) yield* this.read(record.cells, record.line);
  }

  private *read(cells: readonly string[], line: number): Generator<PlacedEntity> {
    this.place = { line };
    try {
      if (this.columns) yield checked(entityOfCells(cells, this.columns), this.place);
      else this.columns = readHead(cells);
    } catch (error) {
      throw error instanceof FileError || !(error instanceof Error) ? error : new FileError(this.place, error.message);
    }
  }
}
