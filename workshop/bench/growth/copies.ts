/** A played party as it would have been another day: with ids, a table, a member and times of its own. */
import type { Database } from '#server/store/schema.ts';
import type { PlayedParty } from './played-parties.ts';

export interface Copy {
  /** No other copy has it. */
  readonly number: number;
  /** When its first diner sits down, ms. */
  readonly at: number;
  readonly tableId: string;
  readonly memberId: string;
}

export interface CopiedRow {
  readonly table: keyof Database;
  readonly row: Readonly<Record<string, unknown>>;
}

/** What one value of a row is put together from. */
type Piece = string | { readonly time: number } | { readonly id: string };

const timeText = /(?<!\d)1\d{12}(?!\d)/;

/** Answers what makes copies of the party. */
export function copier({ from, tableId, memberId, ids, rows }: PlayedParty): (copy: Copy) => CopiedRow[] {
  const quoted = [...ids, memberId, tableId].map((id) => id.replaceAll(/[^\w]/g, String.raw`\$&`));
  const parts = new RegExp(`(${quoted.join('|')}|${timeText.source})`);
  const cut = (value: unknown): unknown => {
    if (typeof value === 'number') return value > 1e12 ? [{ time: value - from }] : value;
    if (typeof value !== 'string') return value;
    const pieces = value.split(parts).map((text, n): Piece => {
      if (n % 2 === 0) return text;
      return timeText.test(text) && text.length === 13 ? { time: Number(text) - from } : { id: text };
    });
    return pieces.length === 1 ? value : pieces;
  };
  const patterns = rows.map(({ table, row }) => ({
    table,
    columns: Object.entries(row).map(([column, value]) => ({
      column,
      value: cut(value),
      isTime: typeof value === 'number',
    })),
  }));
  return ({ number, at, tableId: table, memberId: member }) => {
    // As ids are: of no order.
    const mark = (Math.imul(number, 2_654_435_761) >>> 0).toString(36).padStart(7, '0');
    const names = new Map<string, string>(ids.map((id) => [id, mark + id.slice(mark.length)]));
    names.set(tableId, table).set(memberId, member);
    const filled = (piece: Piece): string => {
      if (typeof piece === 'string') return piece;
      return 'time' in piece ? String(at + piece.time) : names.get(piece.id)!;
    };
    return patterns.map(({ table: name, columns }) => ({
      table: name,
      row: Object.fromEntries(
        columns.map(({ column, value, isTime }) => {
          if (!Array.isArray(value)) return [column, value];
          const text = (value as Piece[]).map(filled).join('');
          return [column, isTime ? Number(text) : text];
        }),
      ),
    }));
  };
}
