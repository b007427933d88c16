import { randomInt } from 'node:crypto';
import type { Diner } from './ask.ts';
import { Orders } from './orders.ts';
import { TableCart } from './table-cart.ts';
import { Users } from './users.ts';

/** A text that would have gone to a phone or to the staff. */
interface Text {
  readonly recipient: string;
  readonly code: string;
}

/** All that the server knows; gone when it stops. */
export class State {
  readonly users = new Users();
  readonly orders = new Orders();
  /** Newest first. */
  readonly inbox: Text[] = [];
  private readonly carts = new Map<string, TableCart>();

  /** The cart where this diner sits. */
  cartOf(diner: Diner): TableCart {
    const place = placeOf(diner);
    const cart = this.carts.get(place) ?? new TableCart(Date.now);
    this.carts.set(place, cart);
    return cart;
  }

  /** Sends a new code of so many digits. */
  sendCode(recipient: string, digits: number): void {
    this.inbox.unshift({ recipient, code: String(randomInt(10 ** digits)).padStart(digits, '0') });
  }

  /** True for the newest code that went to this recipient. */
  isNewestCode(recipient: string, code: string): boolean {
    return this.inbox.find((text) => text.recipient === recipient)?.code === code;
  }
}

/** What a cart and an open order belong to: the table, and without one the diner alone. */
export function placeOf({ merchant, table, user }: Diner): string {
  return table ? `${merchant.id}/table/${table.id}` : `${merchant.id}/to-go/${user.id}`;
}
