import { allLines, deleteRow, setLines, tableCart, writeRow } from './orders/carts.ts';
import type { CartRow, House, Line } from './house.ts';
import { findProduct } from './menu/menu.ts';
import { tellTable, type Change } from './messages.ts';
import { openOrder, orderStatus, paymentStatus } from './orders/orders.ts';

const veryLongNotes = 'As discussed at the table. '.repeat(200).slice(0, 5_000);

/** Carts as they were at some moment. */
type CartBackup = Pick<House, 'carts' | 'deletedCarts'>;

/**
 * What people do who are not at the table: waiters, the till, the owner. None of it is a call of the contract.
 * Ids are those of the restaurant itself (`'7'`), whatever the switch `ids` makes of them.
 */
export class Staff {
  readonly #house: House;

  constructor(house: House) {
    this.#house = house;
  }

  /** The verification code that was last sent to a phone (10 digits). */
  codeSentTo(phone: string): string | undefined {
    return this.#house.phoneCodes.get(phone)?.code;
  }

  /** The order code of a table. */
  orderCodeOf(tableId: string): string | undefined {
    return this.#house.tables.get(tableId)?.orderCode;
  }

  /** The lines of a table's cart, with whose they are. */
  linesOf(tableId: string): { personId: string; line: Line }[] {
    return allLines(this.#house.carts.get(tableCart(tableId)));
  }

  /** A waiter adds a line to a diner's own. Gives the line, or undefined when no product has this id. */
  addLine(tableId: string, personId: string, productId: string, quantity = 1, notes = ''): Line | undefined {
    const product = findProduct(this.#house.menus, productId)?.product;
    if (!product) return undefined;
    const line: Line = {
      id: this.#house.nextId(),
      product,
      quantity,
      notes: this.#house.switches.notes === 'veryLong' ? veryLongNotes : notes,
      modifiers: [],
      carried: { mode: 'normal', type: 'normal', condiments: [] },
    };
    this.#write(tableId, (row) => setLines(row, personId, [...(row.lines.get(personId) ?? []), line]));
    this.#tell('addCartItem', tableId, { product: product.name, quantity });
    return line;
  }

  /** A waiter sets quantity or notes of a diner's line; quantity 0 takes it away. Gives whether it was there. */
  changeLine(tableId: string, lineId: string, change: { quantity?: number; notes?: string }): boolean {
    const found = this.linesOf(tableId).find((each) => each.line.id === lineId);
    if (!found) return false;
    const changed = { ...found.line, ...change };
    if (this.#house.switches.notes === 'veryLong') changed.notes = veryLongNotes;
    this.#write(tableId, (row) => {
      const lines = (row.lines.get(found.personId) ?? []).map((each) =>
        each.id === lineId ? changed : each,
      );
      setLines(
        row,
        found.personId,
        lines.filter((each) => each.quantity > 0),
      );
    });
    const quantity = changed.quantity - found.line.quantity;
    const type = quantity > 0 ? 'addCartItem' : quantity < 0 ? 'decreaseCartItem' : 'editCartItemNotes';
    this.#tell(type, tableId, { product: changed.product.name, quantity });
    return true;
  }

  /** Staff empty a table's cart: its row goes, and guest count and order type with it. */
  clearCart(tableId: string): void {
    deleteRow(this.#house, tableCart(tableId));
    this.#tell('clearCart', tableId);
  }

  /** The party has paid and left: the open order is completed, the cart's row deleted. */
  closeTable(tableId: string): void {
    const order = openOrder(this.#house, tableCart(tableId));
    if (order) {
      order.status = orderStatus.completed;
      order.paymentStatus = paymentStatus.fullyPaid;
      order.updateAt = this.#house.now();
      order.rowVersion += 1;
    }
    deleteRow(this.#house, tableCart(tableId));
    this.#tell('updateOrder', tableId);
  }

  /** Takes a table out of service (calls for it answer 10010), or back in. */
  setAvailable(tableId: string, available: boolean): void {
    const table = this.#house.tables.get(tableId);
    if (table) table.available = available;
  }

  /** Marks a product as sold out, or as there again. */
  setSoldOut(productId: string, soldOut: boolean): void {
    const product = findProduct(this.#house.menus, productId)?.product;
    if (product) product.soldOut = soldOut;
  }

  /** Takes a quantity of an ordered line back. */
  voidOrderLine(orderId: string, lineId: string, quantity: number, reason = 'Kitchen ran out'): boolean {
    const order = this.#house.orders.get(orderId);
    const line = order?.lines.find((each) => each.id === lineId);
    if (!order || !line) return false;
    const taken = Math.min(quantity, line.quantity);
    line.quantity -= taken;
    line.qtyVoid += taken;
    line.voidReason = reason;
    order.rowVersion += 1;
    order.updateAt = this.#house.now();
    if (order.table) this.#tell('updateOrder', order.table.id);
    return true;
  }

  /** Makes a token worthless: its next request is answered with 401. */
  revokeToken(token: string): void {
    this.#house.tokens.delete(token);
  }

  /** Copies all carts. */
  backUpCarts(): CartBackup {
    return structuredClone({ carts: this.#house.carts, deletedCarts: this.#house.deletedCarts });
  }

  /** Puts the carts back as they were, or loses them all; people, tokens and orders stay, so versions fall. */
  restoreCarts(backup: CartBackup = { carts: new Map(), deletedCarts: new Map() }): void {
    const { carts, deletedCarts } = structuredClone(backup);
    // Lines point at the products of the one menu, which a copy does not.
    for (const { line } of [...carts.values()].flatMap((row) => allLines(row))) {
      line.product = findProduct(this.#house.menus, line.product.id)?.product ?? line.product;
    }
    this.#house.carts = carts;
    this.#house.deletedCarts = deletedCarts;
  }

  /** Does what the switch `othersWrite` says, at a table where a diner just wrote. */
  interfere(tableId: string, personId: string): void {
    const last = this.linesOf(tableId).at(-1)?.line;
    const water = findProduct(this.#house.menus, '35')?.product ?? last?.product;
    switch (this.#house.switches.othersWrite) {
      case 'nobody':
        return;
      case 'waiterAdds':
        if (water) this.addLine(tableId, personId, water.id, 1, 'From the waiter');
        return;
      case 'waiterWeighs':
        if (last) this.addLine(tableId, personId, last.product.id, 0.5);
        return;
      case 'waiterChanges':
        if (last) this.changeLine(tableId, last.id, { quantity: last.quantity + 1 });
        return;
      case 'waiterRemoves':
        if (last) this.changeLine(tableId, last.id, { quantity: 0 });
        return;
      case 'staffClears':
        this.clearCart(tableId);
        return;
      case 'cartsLost':
        this.restoreCarts();
        return;
      default:
        this.#house.switches.othersWrite satisfies never;
    }
  }

  #write(tableId: string, change: (row: CartRow) => void): void {
    writeRow(this.#house, tableCart(tableId), change);
  }

  #tell(type: Change['type'], tableId: string, data: { product?: string; quantity?: number } = {}): void {
    const from = { by: 'staff', fromBrowserId: 'till-1', userName: 'Waiter' } as const;
    tellTable(this.#house, { type, tableId, ...from, ...data });
  }
}
