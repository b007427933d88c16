/** What a table promises whose server knows nothing of events: all show what it has, and nothing is on its way. */
import { getCart } from '#contract/calls/cart.ts';
import { itemKey } from '#events/item.ts';
import type { SnapshotCart } from '#events/records/records.ts';
import { cartView } from '#projections/merge/cart-view.ts';
import { plainCarts } from '#sync/protocols/snapshot/cart-facts.ts';
import type { Device } from '../phones/device.ts';
import type { PlainServer } from '../servers/plain-server.ts';
import { readAgain } from '#testing/read-wire.ts';
import { cartsText } from './shown.ts';
import type { Tab } from '../phones/tab.ts';
import type { World } from '../world/world.ts';

/** What keeps the phones from agreeing with the server; undefined: nothing. */
export function plainDisagreement(devices: readonly Device[], server: PlainServer): string | undefined {
  const { userCarts, guests, type } = readAgain(getCart, server.cart());
  const should: Told = {
    carts: plainCarts(userCarts).filter(({ lines }) => lines.length > 0),
    guests,
    orderType: type,
  };
  for (const { tabs } of devices) {
    for (const tab of tabs) {
      const reason = tabDisagrees(tab, should);
      if (reason) return `${tab.name} ${reason}`;
    }
  }
  return undefined;
}

/** What the server's answer tells; what it does not is each phone's own. */
interface Told {
  readonly carts: readonly SnapshotCart[];
  readonly guests: number | null | undefined;
  readonly orderType: number | null | undefined;
}

function tabDisagrees({ page }: Tab, told: Told): string | undefined {
  if (!page?.engine || page.isLeaving) return 'is not open';
  const { value } = page.engine.cart;
  if (value.pending > 0) return `has ${value.pending} changes pending`;
  if (!page.inMemory && page.writing > 0) return 'is writing';
  const is = cartsText(value);
  // The last order is the phones' own: the server's cart names none, and whoever missed the message lacks it.
  const { carts, guests, orderType } = told;
  const should = cartsText({
    carts,
    guests: guests ?? value.guests,
    orderType: orderType ?? value.orderType,
  });
  if (is !== should) return `shows\n${is}\nthe server has\n${should}`;
  if (page.inMemory) return undefined;
  const { blocked: waiting } = cartView(page.mirror);
  return waiting.length > 0 ? `waits with ${waiting.join(' ')}` : undefined;
}

/**
 * P2: a diner's own lines change by that diner's taps alone, whatever gets lost on the way, as long as nobody clears
 * or orders; of two phones or tabs of one member the last writer wins over the other's lines.
 */
export function checkOwnCart(world: World, tab: Tab, server: PlainServer): void {
  const { page, device } = tab;
  const { ledger } = device.setting.watch;
  if (!page?.engine || !device.isAlone || !server.isCalm || server.wasOvertaken(device.userId)) return;
  // A cart older than the answer may have a change already whose first try seemed to fail: no phone can tell.
  if (device.gotStale) return;
  if (page.inMemory || ledger.hasLostItsDisk(device.index) || ledger.hasDamage(device.index)) return;
  const own = page.engine.cart.value.carts.find(({ mine }) => mine)?.lines ?? [];
  const quantities = new Map<string, number>();
  for (const { item, quantity } of own)
    quantities.set(itemKey(item), (quantities.get(itemKey(item)) ?? 0) + quantity);
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
