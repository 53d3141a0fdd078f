import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { TableFinding, TableInfo } from "../../api/admin.ts";
import { formatBytes, formatCount, formatRate } from "../../app/format.ts";
import { href } from "../../app/router.ts";
import { Icon } from "../../components/icon.tsx";
import { Menu } from "../../components/menu.tsx";
import { Data } from "../../components/text.tsx";

interface Column {
  readonly title: string;
  readonly about?: string;
  readonly numeric: boolean;
  readonly order: (table: TableInfo) => number | string; // what the rows are sorted by
  readonly cell: (table: TableInfo) => ComponentChildren;
}

const unknown = <span class="faint">–</span>;

function figure(value: number | undefined, format: (value: number) => string): ComponentChildren {
  return value === undefined ? unknown : format(value);
}

const count = (table: TableInfo, value: number | undefined): ComponentChildren =>
  figure(value, (number) => `${table.exact === false ? "≈ " : ""}${formatCount(number)}`);

const columns: readonly Column[] = [
  {
    title: "Table",
    numeric: false,
    order: (table) => table.table.toLowerCase(),
    cell: (table) => (
      <a class="table-link" href={href("browse", table.table)}>
        <Data>{table.table}</Data>
      </a>
    ),
  },
  { title: "Rows", numeric: true, order: (table) => table.rows ?? -1, cell: (table) => count(table, table.rows) },
  {
    title: "Size",
    about: "Of its files",
    numeric: true,
    order: (table) => table.bytes ?? -1,
    cell: (table) => figure(table.bytes, formatBytes),
  },
  {
    title: "Partitions",
    numeric: true,
    order: (table) => table.partitions ?? -1,
    cell: (table) => count(table, table.partitions),
  },
  {
    title: "Reads/s",
    numeric: true,
    order: (table) => table.reads_per_second ?? -1,
    cell: (table) => figure(table.reads_per_second, formatRate),
  },
  {
    title: "Writes/s",
    numeric: true,
    order: (table) => table.writes_per_second ?? -1,
    cell: (table) => figure(table.writes_per_second, formatRate),
  },
  {
    title: "Busiest partition",
    about: "Entities a second in the partition with the most, of the cloud's 2,000",
    numeric: true,
    order: (table) => table.busiest_partition_of_limit ?? -1,
    cell: (table) => <Headroom share={table.busiest_partition_of_limit} />,
  },
  {
    title: "Findings",
    about: "What is wrong with the keys in use",
    numeric: false,
    order: (table) => -(table.findings?.length ?? 0),
    cell: (table) => <Findings findings={table.findings} />,
  },
];

function Headroom({ share }: { readonly share: number | undefined }) {
  if (share === undefined) return <>{unknown}</>;
  const percent = Math.round(share * 100);
  return (
    <span class="headroom">
      <meter min={0} max={1} low={0.5} high={0.8} optimum={0} value={Math.min(share, 1)} aria-label="Of the limit" />
      <span class="percent">{share > 0 && percent === 0 ? "<1" : percent}%</span>
    </span>
  );
}

function Findings({ findings }: { readonly findings: readonly TableFinding[] | undefined }) {
  if (findings === undefined) return <>{unknown}</>;
  if (findings.length === 0) return <span class="faint">none</span>;
  return (
    <ul class="findings">
      {findings.map((finding) => (
        <li key={`${finding.kind} ${finding.partition ?? ""}`} class={`finding finding-${finding.severity}`}>
          <Icon name="warning" />
          <bdi dir="auto">{finding.why}</bdi>
        </li>
      ))}
    </ul>
  );
}

interface TableListProps {
  readonly tables: readonly TableInfo[];
  readonly onDelete: (table: string) => void;
}

export function TableList({ tables, onDelete }: TableListProps) {
  const [by, setBy] = useState({ column: 0, descending: false });
  if (tables.length === 0) return <p class="faint no-match">No table's name begins so.</p>;
  const column = columns[by.column];
  const sorted = column ? [...tables].sort((a, b) => compare(column.order(a), column.order(b))) : [...tables];
  if (by.descending) sorted.reverse();
  return (
    <div class="scroller">
      <table class="list">
        <thead>
          <tr>
            {columns.map((each, index) => (
              <SortableHead
                key={each.title}
                column={each}
                sorted={by.column === index ? (by.descending ? "descending" : "ascending") : "none"}
                onSort={() => setBy(nextOrder(by, index, each.numeric))}
              />
            ))}
            <th>
              <span class="offscreen">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {sorted.map((table) => (
            <tr key={table.table}>
              {columns.map((each) => (
                <td key={each.title} class={each.numeric ? "number" : undefined} data-label={each.title}>
                  {each.cell(table)}
                </td>
              ))}
              <td class="row-actions">
                <Menu
                  label={`Actions on ${table.table}`}
                  icon="more"
                  items={[
                    { label: "Delete table…", icon: "trash", danger: true, run: () => onDelete(table.table) },
                  ]}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function compare(a: number | string, b: number | string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

// Numbers are first sorted from the largest.
function nextOrder(now: { column: number; descending: boolean }, column: number, numeric: boolean) {
  return now.column === column ? { column, descending: !now.descending } : { column, descending: numeric };
}

interface SortableHeadProps {
  readonly column: Column;
  readonly sorted: "none" | "ascending" | "descending";
  readonly onSort: () => void;
}

function SortableHead({ column, sorted, onSort }: SortableHeadProps) {
  return (
    <th scope="col" class={column.numeric ? "number" : undefined} aria-sort={sorted}>
      <button type="button" class="sort" title={column.about} onClick={onSort}>
        {column.title}
        {sorted !== "none" && <Icon name={sorted === "ascending" ? "up" : "down"} />}
      </button>
    </th>
  );
}
