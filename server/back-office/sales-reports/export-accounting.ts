/**
 * Exports all payments, refunds, reductions, taxes and movements of cash of some days, for the tax adviser: as CSV or JSON.
 *
 * A month does not fit into one answer. It is sent in portions, whose texts joined together are the file:
 *
 *   first portion   head, rows ...       `more` names the next order, and how many of its rows were sent
 *   next portions   rows ...
 *   last portion    rows ..., end        without `more`
 */
import { sql } from 'kysely';
import type { ExportFormat } from '#contract/calls/numbers.ts';
import { limits } from '#contract/limits.ts';
import { endOfDay, readRestaurantClock, startOfDay } from '#server/menu/business-day.ts';
import { readSettings } from '#server/menu/merchants.ts';
import { orderColumns, readStoredOrders, type OrderRow } from '#server/ordering/orders/order-store.ts';
import { countJsonBytes } from '#server/platform/http/limit-bytes.ts';
import type { Db } from '#server/platform/store/transactions.ts';
import { toCsv, toCsvRow } from '../csv.ts';
import {
  accountingFields,
  figureFields,
  listAccountingRows,
  listCashRows,
  listDifferences,
  type AccountingRow,
  type Shown,
} from './accounting-rows.ts';
import { readMovements } from './cash-movements.ts';
import { checkDays } from './check-days.ts';
import { readClosingsOfDays } from './closing.ts';
import { createTimeFormat } from './export-orders.ts';

/** Orders in one read. The server answers other requests between two reads. */
const ordersPerRead = 20;

interface Days {
  readonly from: string;
  readonly to: string;
}

interface Asked extends Days {
  readonly format: ExportFormat;
  /** The `more` of the portion before. */
  readonly after?: string | undefined;
}

/** @throws Refusal 400 for too many days, or if the last day is before the first */
export async function exportAccountingFile(
  db: Db,
  merchantId: string,
  { from, to, format, after }: Asked,
): Promise<{ fileName: string; mediaType: string; text: string; more?: string }> {
  checkDays(from, to);
  const settings = await readSettings(db, merchantId);
  const clock = readRestaurantClock(settings);
  const { currency } = settings;
  const span = { from: startOfDay(clock, from), to: endOfDay(clock, to) };
  const shown = { clock, span, currency, formatTime: createTimeFormat(clock) };
  const { head, write, end } = createWriter(format, { merchantId, from, to, ...clock });
  const parts = after === undefined ? [head] : [];
  let isFirst = after === undefined;
  let left = limits.pageBytes;
  const fileName = `accounting-${merchantId}-${from}-${to}.${format}`;
  const mediaType = format === 'csv' ? 'text/csv' : 'application/json';
  const start = after === undefined ? undefined : parsePlace(after);
  for await (const { id, at, rows } of readRows(db, merchantId, { from, to, shown, start })) {
    const sent = id === start?.id ? start.sent : 0;
    for (const [n, row] of rows.entries()) {
      if (n < sent) continue;
      const text = write(row, isFirst);
      left -= countJsonBytes(text);
      if (left < 0) return { fileName, mediaType, text: parts.join(''), more: `${at}.${n}.${id}` };
      parts.push(text);
      isFirst = false;
    }
  }
  return { fileName, mediaType, text: [...parts, end].join('') };
}

/** The order with which a portion begins, and how many of its rows were sent before. */
interface Place {
  readonly at: number;
  readonly sent: number;
  readonly id: string;
}

function parsePlace(text: string): Place {
  const [at, sent, ...id] = text.split('.');
  return { at: Number(at), sent: Number(sent), id: id.join('.') };
}

/** The rows of an order, or those of the cash. */
interface Group {
  readonly id: string;
  readonly at: number;
  readonly rows: readonly AccountingRow[];
}

/** The place of the cash, which comes after all orders. */
const cashId = 'cash';

/** Reads the rows of the orders, and then those of the cash. */
async function* readRows(
  db: Db,
  merchantId: string,
  { from, to, shown, start }: Days & { readonly shown: Shown; readonly start: Place | undefined },
): AsyncGenerator<Group> {
  if (start?.id !== cashId)
    for await (const rows of readOrders(db, merchantId, shown.span, start))
      for (const stored of await readStoredOrders(db, rows))
        yield {
          id: stored.row.id,
          at: stored.row.created_at,
          rows: listAccountingRows(stored, shown),
        };
  const movements = await readMovements(db, merchantId, { from, to });
  const closings = await readClosingsOfDays(db, merchantId, { from, to });
  yield {
    id: cashId,
    at: shown.span.to,
    rows: [
      ...listCashRows(movements, shown.formatTime),
      ...closings.flatMap((closing) => listDifferences(closing, shown.formatTime)),
    ],
  };
}

/**
 * Reads the orders that may have entries in the span, by the time at which they were opened: first the few that were
 * opened before the span and changed in it or later, then those that were opened in it. Each group has its own index.
 */
async function* readOrders(
  db: Db,
  merchantId: string,
  { from, to }: { readonly from: number; readonly to: number },
  start: Place | undefined,
): AsyncGenerator<readonly OrderRow[]> {
  const changed = db
    .selectFrom('orders')
    .select(orderColumns)
    .where('merchant_id', '=', merchantId)
    .where('updated_at', '>=', from)
    // The plus keeps the database from using the index on created_at, which would read all older orders.
    .where(sql<number>`+created_at`, '<', from);
  const opened = db
    .selectFrom('orders')
    .select(orderColumns)
    .where('merchant_id', '=', merchantId)
    .where('created_at', '>=', from)
    .where('created_at', '<', to);
  let place = start && { at: start.at, id: start.id, isIncluded: true };
  for (const group of place && place.at >= from ? [opened] : [changed, opened])
    for (;;) {
      const rows = await group
        .$if(place !== undefined, (query) => {
          const { at, id, isIncluded } = place!;
          return query
            .where('created_at', '>=', at)
            .where((row) => row.or([row('created_at', '>', at), row('id', isIncluded ? '>=' : '>', id)]));
        })
        .orderBy('created_at')
        .orderBy('id')
        .limit(ordersPerRead)
        .execute();
      if (rows.length > 0) yield rows;
      // SQLite reads are synchronous. Without this pause, diners' requests would wait until all orders are read.
      await new Promise((resolve) => setImmediate(resolve));
      const last = rows.at(-1);
      if (last) place = { at: last.created_at, id: last.id, isIncluded: false };
      if (rows.length < ordersPerRead) break;
    }
}

interface Writer {
  readonly head: string;
  /** @param isFirst whether it is the first row of the file */
  write(row: AccountingRow, isFirst: boolean): string;
  readonly end: string;
}

function createWriter(format: ExportFormat, about: object): Writer {
  if (format === 'csv')
    return {
      head: toCsv([accountingFields]),
      write: (row) =>
        toCsvRow(
          accountingFields.map((name) => {
            const text = row[name] ?? '';
            return figureFields.has(name) ? { figure: text } : text;
          }),
        ),
      end: '',
    };
  return {
    head: `${JSON.stringify(about).slice(0, -1)},"rows":[\n`,
    write: (row, isFirst) => `${isFirst ? '' : ',\n'}${JSON.stringify(sortFields(row))}`,
    end: '\n]}\n',
  };
}

/** The fields in the order of the columns, without empty ones. */
function sortFields(row: AccountingRow): object {
  return Object.fromEntries(accountingFields.flatMap((name) => (row[name] ? [[name, row[name]]] : [])));
}
