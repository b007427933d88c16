/** Checks a table with a snapshot server: all phones show the server's cart, and no request is under way. */
import { getCart } from '#contract/calls/cart.ts';
import { getItemKey } from '#events/item.ts';
import type { SnapshotCart } from '#events/records/records.ts';
import { projectCartView } from '#projections/merge/cart-view.ts';
import { toPlainCarts } from '#sync/protocols/snapshot/cart-facts.ts';
import type { Device } from '../phones/device.ts';
import type { PlainServer } from '../servers/snapshot-server.ts';
import { readAgain } from '#testing/read-wire.ts';
import { describeCarts } from './shown.ts';
import type { Tab } from '../phones/tab.ts';
import type { World } from '../world/world.ts';

/** The first difference between the phones and the server. Undefined if they agree. */
export function findPlainDisagreement(devices: readonly Device[], server: PlainServer): string | undefined {
  const { userCarts, guests, type } = readAgain(getCart, server.cart());
  const should: ServerCart = {
    carts: toPlainCarts(userCarts).filter(({ lines }) => lines.length > 0),
    guests,
    orderType: type,
  };
  for (const { tabs } of devices) {
    for (const tab of tabs) {
      const reason = findDifference(tab, should);
      if (reason) return `${tab.name} ${reason}`;
    }
  }
  return undefined;
}

/** The fields of the server's answer. A field that it leaves out is each phone's own. */
interface ServerCart {
  readonly carts: readonly SnapshotCart[];
  readonly guests: number | null | undefined;
  readonly orderType: number | null | undefined;
}

function findDifference({ page }: Tab, answer: ServerCart): string | undefined {
  if (!page?.engine || page.isLeaving) return 'is not open';
  const { value } = page.engine.cart;
  if (value.pending > 0) return `has ${value.pending} changes pending`;
  if (!page.inMemory && page.writing > 0) return 'is writing';
  const is = describeCarts(value);
  // The server's cart names no order. A phone that missed the message about the last order does not know it.
  const { carts, guests, orderType } = answer;
  const should = describeCarts({
    carts,
    guests: guests ?? value.guests,
    orderType: orderType ?? value.orderType,
  });
  if (is !== should) return `shows\n${is}\nthe server has\n${should}`;
  if (page.inMemory) return undefined;
  const { blocked: waiting } = projectCartView(page.mirror);
  return waiting.length > 0 ? `waits with ${waiting.join(' ')}` : undefined;
}

/**
 * Checks that a diner's lines change only by that diner's taps, even if messages get lost. It skips a table where diners
 * clear or order. It also skips members with two phones or tabs, because there the last writer wins.
 */
export function checkOwnCart(world: World, tab: Tab, server: PlainServer): void {
  const { page, device } = tab;
  const { ledger } = device.setting.watch;
  if (!page?.engine || !device.isAlone || !server.isCalm || server.wasOvertaken(device.userId)) return;
  // After an answer of a lagging server, a phone cannot know whether its failed request had arrived.
  if (device.gotStale) return;
  if (page.inMemory || ledger.hasLostItsDisk(device.index) || ledger.hasDamage(device.index)) return;
  const own = page.engine.cart.value.carts.find(({ mine }) => mine)?.lines ?? [];
  const quantities = new Map<string, number>();
  for (const { item, quantity } of own)
    quantities.set(getItemKey(item), (quantities.get(getItemKey(item)) ?? 0) + quantity);
  const is = [...quantities]
    .map(([key, quantity]) => `${quantity}×${key}`)
    .sort()
    .join('\n');
  const was = page.ownCart;
  page.ownCart = is;
  if (was === undefined) return;
  world.count('plain:ownCartChecked');
  if (is !== was) world.fail('P2', `${tab.name}'s own lines change without a tap, from\n${was}\nto\n${is}`);
}
