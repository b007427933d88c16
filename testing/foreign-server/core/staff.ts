import { publish, publishLine } from './messages.ts';
import { toId } from './wire.ts';
import { findOrderCode } from './orders.ts';
import {
  findOrCreateCart,
  createId,
  createToken,
  touchCart,
  type Cart,
  type Line,
  type Order,
  type OwnedLine,
  type World,
} from './state.ts';

/**
 * The actions of people without a phone: waiters, cooks, and the admin of the server.
 * Lines that staff add belong to a person. Without a person they belong to the first diner at the table, or to "staff".
 */
export class Staff {
  readonly #world: World;
  constructor(world: World) {
    this.#world = world;
  }

  soldOut(productId: string, on: boolean): boolean {
    const place = this.#world.products.get(productId);
    if (place === undefined) return false;
    place.product.soldOut = on;
    if (on && this.#world.switches.soldOutLines === 'dropped') {
      for (const cart of this.#world.carts.values())
        this.#replace(
          cart,
          cart.lines.filter((owned) => owned.line.productId !== productId),
        );
    }
    return true;
  }

  addLine(tableId: string, productId: string, quantity: number, personId?: string): OwnedLine | undefined {
    if (!this.#world.products.has(productId)) return undefined;
    const cart = findOrCreateCart(this.#world, tableId, tableId);
    const line: Line = {
      id: createId(this.#world),
      productId,
      quantity,
      notes: '',
      modifiers: [],
      toGo: false,
    };
    const owned = { personId: personId ?? cart.lines[0]?.personId ?? 'staff', line };
    this.#replace(cart, [...cart.lines, owned]);
    this.#publish(tableId, line, quantity);
    return owned;
  }

  changeLine(tableId: string, lineId: string, quantity: number): boolean {
    const cart = findOrCreateCart(this.#world, tableId, tableId);
    const found = cart.lines.find((owned) => owned.line.id === lineId);
    if (found === undefined) return false;
    this.#replace(
      cart,
      cart.lines
        .map((owned) => (owned === found ? { ...owned, line: { ...owned.line, quantity } } : owned))
        .filter((owned) => owned.line.quantity > 0),
    );
    this.#publish(tableId, found.line, quantity - found.line.quantity);
    return true;
  }

  removeLine(tableId: string, lineId: string): boolean {
    return this.changeLine(tableId, lineId, 0);
  }

  clear(tableId: string): void {
    this.#replace(findOrCreateCart(this.#world, tableId, tableId), []);
    if (this.#world.switches.othersTell === 'yes') publish(this.#world, tableId, undefined, 'clear cart', {});
  }

  /** The last login code sent to a phone number, given as ten digits or as typed. */
  codeSentTo(phone: string): string | undefined {
    return this.#world.loginCodes.get(phone.replace(/\D/g, '').slice(-10))?.code;
  }

  orderCodeOf(tableId: string): string {
    return findOrderCode({ world: this.#world }, tableId);
  }

  revokeToken(personId: string): boolean {
    const person = this.#world.people.get(personId);
    if (person === undefined) return false;
    this.#world.idsGiven += 1;
    person.token = `revoked ${createToken(this.#world)}`;
    return true;
  }

  linesOf(tableId: string): OwnedLine[] {
    return structuredClone(this.#world.carts.get(tableId)?.lines ?? []);
  }

  ordersOf(tableId: string): Order[] {
    return structuredClone(this.#world.orders.filter((order) => order.tableId === tableId));
  }

  /** The guests paid: the open orders of the table become completed. */
  settle(tableId: string): void {
    for (const order of this.#world.orders) {
      if (order.tableId !== tableId || order.status !== 0) continue;
      Object.assign(order, {
        status: 1,
        paymentStatus: 2,
        version: order.version + 1,
        updateAt: this.#world.now(),
      });
      if (this.#world.switches.othersTell === 'yes')
        publish(this.#world, tableId, undefined, 'update order', { orderId: toId(order.id) });
    }
  }

  backUpCarts(): string {
    return JSON.stringify([...this.#world.carts]);
  }

  /** Restores older carts and their versions. The server publishes no message about it. */
  restoreCarts(backup: string): void {
    this.#world.carts.clear();
    for (const [key, cart] of JSON.parse(backup) as [string, Cart][]) this.#world.carts.set(key, cart);
  }

  /** Applies the switch othersWrite: somebody changes the cart of this table directly after a phone. */
  writeAsOthers(tableId: string): void {
    const first = this.#world.carts.get(tableId)?.lines[0];
    switch (this.#world.switches.othersWrite) {
      case 'nobody':
        return;
      case 'waiterAdds': {
        const dish = [...this.#world.products.values()].find(({ product }) => product.soldOut !== true);
        if (dish !== undefined) this.addLine(tableId, dish.product.id, 1);
        return;
      }
      case 'waiterChanges':
        if (first !== undefined) this.changeLine(tableId, first.line.id, first.line.quantity + 1);
        return;
      case 'waiterRemoves':
        if (first !== undefined) this.removeLine(tableId, first.line.id);
        return;
      case 'staffClears':
        return this.clear(tableId);
      case 'cartsLost':
        this.#world.carts.clear();
    }
  }

  #replace(cart: Cart, lines: OwnedLine[]): void {
    if (lines.length === cart.lines.length && lines.every((owned, at) => owned === cart.lines[at])) return;
    cart.lines = lines;
    touchCart(this.#world, cart);
  }

  #publish(tableId: string, line: Line, change: number): void {
    if (this.#world.switches.othersTell === 'yes')
      publishLine(this.#world, tableId, undefined, undefined, line, change);
  }
}
