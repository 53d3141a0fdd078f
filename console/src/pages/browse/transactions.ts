import { operationsMax } from "../../api/batch.ts";
import type { EntityKey } from "../../api/edm.ts";

// Groups rows by partition, at most 100 to a group.
export function transactionsOf<Row extends EntityKey>(entities: Iterable<Row>): Row[][] {
  const byPartition = new Map<string, Row[]>();
  for (const entity of entities) {
    const group = byPartition.get(entity.partitionKey);
    if (group) group.push(entity);
    else byPartition.set(entity.partitionKey, [entity]);
  }
  return [...byPartition.values()].flatMap((rows) =>
    Array.from({ length: Math.ceil(rows.length / operationsMax) }, (_, at) =>
      rows.slice(at * operationsMax, (at + 1) * operationsMax),
    ),
  );
}
