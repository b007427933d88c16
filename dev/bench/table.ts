import { availableParallelism, loadavg } from 'node:os';
import { padText } from '#tools/terminal/terminal-text.ts';

/** The result of a bench. */
export interface Table {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** What the reader must know to understand the figures. */
  readonly notes: readonly string[];
}

/** The conditions of the figures. The load is that of other programs, before the bench begins. */
export function machine(): string {
  return `Node ${process.versions.node}, ${availableParallelism()} cores, load ${loadavg()[0]!.toFixed(1)} before`;
}

/** Aligned for a terminal, and Markdown at the same time, so that a document can show it as it was printed. */
export function asText({ title, head, rows, notes }: Table): string {
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
