import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { padded } from '#tools/terminal/terminal-text.ts';

/** What a bench found out. */
export interface Table {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** What one must know to read it. */
  readonly notes: readonly string[];
}

/** Under which the figures are made; the load is what others make of the machine before the bench begins. */
export function machine(): string {
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  return `Node ${process.versions.node}, ${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), ${gigabytes} GiB, load ${loadavg()[0]!.toFixed(1)} before`;
}

export function asText({ title, head, rows, notes }: Table): string {
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const lines = all.map((row) =>
    row
      .map((cell, column) => padded(cell, widths[column]!))
      .join('  ')
      .trimEnd(),
  );
  return [title, '', ...lines, '', ...notes].join('\n');
}

export function asMarkdown({ title, head, rows, notes }: Table): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    `**${title}**`,
    '',
    line(head),
    line(head.map((_, column) => (column === 0 ? '---' : '---:'))),
    ...rows.map(line),
    '',
    ...notes.map((note) => `${note}  `),
  ].join('\n');
}
