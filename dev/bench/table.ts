import { availableParallelism, loadavg } from 'node:os';
import { padText } from '#tools/terminal/terminal-text.ts';

/** The result of a bench. */
export interface Table {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Explanations of the figures for the reader. */
  readonly notes: readonly string[];
}

/** The conditions of the figures. Call it before the bench begins, to get the load of other programs. */
export function describeMachine(): string {
  return `Node ${process.versions.node}, ${availableParallelism()} cores, load ${loadavg()[0]!.toFixed(1)} before`;
}

/** Writes the table as Markdown with aligned columns, so that it is readable in a terminal and in a document. */
export function renderTable({ title, head, rows, notes }: Table): string {
  const widths = head.map((_, column) =>
    Math.max(3, ...[head, ...rows].map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    `| ${widths.map((width, column) => padText(cells[column] ?? '', width)).join(' | ')} |`;
  const rule = widths.map((width, column) =>
    column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
  );
  return [`**${title}**`, '', line(head), line(rule), ...rows.map(line), '', ...notes].join('\n');
}
