import type { AnyEvent, CartEvent } from '#events/catalogue.ts';
import { understood } from '#events/catalogue.ts';
import { createLog } from '#events/log.ts';
import type { LogHeader, LogRecord } from '#events/records.ts';
import type { CartView } from '#projections/cart-view.ts';
import { LiveView } from '#projections/live-view.ts';

/** The log as a table for people: number, time, where from, who, what, and the table's pieces after it. */
export function replayTable(path: string, header: LogHeader, records: readonly LogRecord[]): string {
  const log = createLog();
  const live = new LiveView(log);
  const rows = [['#', 'time', 'from', 'who', 'what', 'pieces']];
  for (const [index, record] of records.entries()) {
    live.learn(log.append(record));
    const { view } = live;
    const time = new Date(record.t).toISOString().slice(11, 23);
    rows.push([String(index + 1), time, record.from, who(record), what(record), String(pieces(view))]);
  }
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const table = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd(),
  );
  const title = `${path}: merchant ${header.merchantId}, table ${header.tableId}, session ${header.sessionId}, replica ${header.replicaId}`;
  return [title, ...table, '', ...cartLines(live.view), ''].join('\n');
}

function who(record: LogRecord): string {
  return 'event' in record ? (record.event.userName ?? record.event.userId) : '';
}

function what(record: LogRecord): string {
  if ('event' in record) return `${record.event.id} ${whatEvent(record.event)}`;
  if ('snapshot' in record)
    return `snapshot, version ${record.snapshot.version}, ${record.snapshot.events?.length ?? 0} events`;
  if ('rejected' in record) return `rejected ${record.rejected.ids.join(', ')} (${record.rejected.code})`;
  return `accepted ${record.accepted.ids.join(', ')}, version ${record.accepted.version}`;
}

function whatEvent(event: AnyEvent): string {
  const known: CartEvent | undefined = understood(event);
  switch (known?.type) {
    case 'itemAdded':
      return `adds ${known.quantity} × ${known.item.name ?? known.item.productId}`;
    case 'itemDecreased':
      return `takes away ${known.quantity} × ${known.item.name ?? known.item.productId}`;
    case 'notesEdited':
      return `notes of ${known.item.name ?? known.item.productId}: "${known.notes}"`;
    case 'cartCleared':
      return known.scope === 'table' ? 'clears the table' : 'clears the own cart';
    case 'orderPlaced':
      return `order ${known.orderId}`;
    case 'guestsSet':
      return `guests: ${known.guests}`;
    case 'orderTypeSet':
      return `order type: ${known.orderType}`;
    case undefined:
      return `${event.type} (not known to this program)`;
  }
}

function pieces(view: CartView): number {
  return view.carts.flatMap((cart) => cart.lines).reduce((sum, line) => sum + line.quantity, 0);
}

function cartLines(view: CartView): string[] {
  return view.carts.flatMap(({ userId, lines }) => [
    `cart of ${userId}`,
    ...lines.map(({ item, quantity }) => {
      const notes = item.notes ? ` "${item.notes}"` : '';
      return `  ${quantity} × ${item.name ?? item.productId}${notes}`;
    }),
  ]);
}
