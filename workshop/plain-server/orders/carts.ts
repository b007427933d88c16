import type { Asker, CartRow, House, Line, Person, Table } from '../house.ts';
import { readLines } from './lines.ts';
import { fieldsOf, idOf, isFields, numberOf, textOf, timeOf, type Fields } from '../wire/loose.ts';
import { whoAsks } from '../people.ts';
import { codes, isRefusal, refusal, type Refusal } from '../wire/refusal.ts';

/** Who asks, at which table, and for which cart. */
export interface Place {
  person: Person;
  table: Table | null;
  cart: string;
}

/** Finds the asker's cart: the table's, or the person's own when no table is named. */
export function placeOf(house: House, asker: Asker, body: unknown = {}): Place | Refusal {
  const person = whoAsks(house, asker);
  if (isRefusal(person)) return person;
  const tableId = idOf(asker.tableId) ?? idOf(detailOf(body)['tableId']);
  if (!tableId || tableId === '0') return { person, table: null, cart: `person ${person.id}` };
  const table = house.tables.get(tableId);
  if (!table?.available) return refusal(codes.tableUnavailable, 'This table is not available');
  return { person, table, cart: tableCart(table.id) };
}

/** The name of a table's cart. */
export function tableCart(tableId: string): string {
  return `table ${tableId}`;
}

/** The order detail of a cart request, whether it stands in a field of its own or is the body itself. */
export function detailOf(body: unknown): Fields {
  const fields = fieldsOf(body);
  const nested = [fields['orderDetail'], fields['order']].find(isFields);
  return nested ?? fields;
}

/**
 * `POST /api/shoppingCart`: the asker's lines become those of the request. Guest count, order type and
 * notes become the request's where it names them. The last writer wins, unless versions are compared.
 */
export function updateCart(house: House, asker: Asker, body: unknown): Place | Refusal {
  const place = placeOf(house, asker, body);
  if (isRefusal(place)) return place;
  const detail = detailOf(body);
  if (isStale(house, place.cart, detail)) return refusal(codes.cartUpdated, 'The cart was changed meanwhile');
  const own = house.carts.get(place.cart)?.lines.get(place.person.id) ?? [];
  const lines = readLines(house, detail['orderItems'], own);
  if (isRefusal(lines)) return lines;
  writeRow(house, place.cart, (row) => {
    setLines(row, place.person.id, lines);
    setSession(row, detail);
  });
  return place;
}

/** Sets guest count, order type and notes of a cart, where the request names them. */
export function setSession(row: CartRow, detail: Fields): void {
  const guests = numberOf(detail['guests']) ?? numberOf(detail['guestCount']);
  if (guests !== undefined && guests > 0) row.guests = guests;
  row.orderType = numberOf(detail['type']) ?? numberOf(detail['orderType']) ?? row.orderType;
  row.notes = textOf(detail['notes']) ?? row.notes;
}

/** Sets one person's lines; a person without lines is not in the cart. */
export function setLines(row: CartRow, personId: string, lines: Line[]): void {
  if (lines.length > 0) row.lines.set(personId, lines);
  else row.lines.delete(personId);
}

/** Whether a request names a version of the cart other than the newest. A request without one never is. */
export function isStale(house: House, cart: string, detail: Fields): boolean {
  if (!house.switches.compareVersions) return false;
  const newest = cartStamp(house, cart);
  const version = numberOf(detail['cartRowVersion']);
  if (house.switches.cartVersion !== 'updateAtOnly')
    return version !== undefined && version !== newest.version;
  const time = timeOf(detail['updateAt']) ?? version;
  return time !== undefined && time !== newest.updateAt;
}

/** The newest numbers of a cart: of its row, of the row that was deleted, or none at all. */
export function cartStamp(house: House, cart: string): { version: number; updateAt: number | null } {
  return house.carts.get(cart) ?? house.deletedCarts.get(cart) ?? { version: 0, updateAt: null };
}

/** Changes a cart's row, which is made when there is none, and gives it the next version. */
export function writeRow(house: House, cart: string, change: (row: CartRow) => void): CartRow {
  const row = house.carts.get(cart) ?? emptyRow(cartStamp(house, cart).version);
  change(row);
  row.version += 1;
  row.updateAt = rowClock(house);
  row.lastOperateTime = house.now();
  house.carts.set(cart, row);
  return row;
}

/** Deletes a cart's row, after an order, a clear, or at the end of a visit. */
export function deleteRow(house: House, cart: string): void {
  const { version } = cartStamp(house, cart);
  house.carts.delete(cart);
  if (house.switches.versionsAfterDeletion === 'restart') house.deletedCarts.delete(cart);
  else house.deletedCarts.set(cart, { version: version + 1, updateAt: rowClock(house) });
}

/** A cart's row as it is now, which later changes leave alone. */
export function copyOfRow(house: House, cart: string): CartRow | null {
  const row = house.carts.get(cart);
  return row ? { ...row, lines: new Map(row.lines) } : null;
}

/** Every line of a cart, diner after diner. */
export function allLines(row: CartRow | undefined): { personId: string; line: Line }[] {
  return [...(row?.lines ?? [])].flatMap(([personId, lines]) => lines.map((line) => ({ personId, line })));
}

function rowClock(house: House): number {
  return house.now() + house.switches.clockShiftMs;
}

function emptyRow(version: number): CartRow {
  return {
    version,
    updateAt: 0,
    lastOperateTime: 0,
    guests: null,
    orderType: null,
    notes: '',
    lines: new Map(),
  };
}
