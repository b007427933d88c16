/** Performs a diner's taps on a page, and checks that each shows at once. */
import type { AnyEvent } from '#events/cart/registry.ts';
import { isAhead } from '#events/log/clock.ts';
import { getItemKey } from '#events/item.ts';
import type { Knowledge } from '#events/records/log.ts';
import type { CartEngine } from '#client/engine/cart-engine.ts';
import type { PlaceResult } from '#sync/ports/effect.ts';
import type { TableCart, TableLine } from '#client/cart/table-cart.ts';
import type { Device } from './device.ts';
import { createItem, createNotes } from '#testing/simulated-menu.ts';
import { isUnknownToOlderApp } from './older-app.ts';
import type { StepKind } from '../plan/plan.ts';
import type { Tab } from './tab.ts';

type DinersStep = Extract<
  StepKind,
  { kind: 'add' | 'decrease' | 'editNotes' | 'clear' | 'setGuests' | 'setOrderType' }
>;

/** Performs a tap and checks the cart directly after it, before anything else happens. */
export function act(tab: Tab, step: DinersStep): void {
  const { page } = tab;
  const { world, watch } = tab.device.setting;
  // The login covers the page.
  if (!page?.engine || page.isLeaving || tab.device.isLoggingIn) return;
  const { engine } = page;
  tab.show();
  const before = engine.cart.value;
  tab.tag = watch.ledger.nextTag();
  page.ownCart = undefined;
  const { tag } = tab;
  const expected = tap(engine, step, tab.device);
  const after = engine.cart.value;
  if (after.pending <= before.pending) return;
  world.note(() => `${tab.name}: ${tag} ${JSON.stringify(step)}`);
  world.count(`tap:${step.kind}`);
  page.actions.push(watch.ledger.recordTap(tag, page.sessionId, tab.device.index));
  // With a slow clock, the phone puts events of others after its own change until it knows the server's time. The events
  // of a page in memory, or of one that is still writing, are unknown, so all events are used.
  const received = page.inMemory || page.writing > 0 ? watch.ledger.events() : listForeignEvents(page.mirror);
  const now = tab.device.now();
  if (received.some(({ at }) => isAhead(at, now))) return world.count('tapBehindOthers');
  const surprise = expected?.(before, after);
  if (surprise) world.fail('own change shows at once', `${tab.name} ${tag} ${step.kind}: ${surprise}`);
}

/** The fault of the cart after the tap. Undefined if it is correct. */
type Expected = (before: TableCart, after: TableCart) => string | undefined;

function tap(
  { cart, commands }: CartEngine,
  step: DinersStep,
  { plan: { older: isOlder }, setting: { plain } }: Device,
): Expected | undefined {
  const lines = ownLines(cart.value);
  switch (step.kind) {
    case 'add': {
      const item = createItem(step.product, step.variant, step.notes);
      commands.add(item, step.quantity);
      return (before, after) =>
        describeDifference(
          'quantity',
          sumQuantity(after, getItemKey(item)),
          sumQuantity(before, getItemKey(item)) + step.quantity,
        );
    }
    case 'decrease': {
      const line = lines[step.line % Math.max(1, lines.length)];
      if (!line) return undefined;
      commands.decrease(line, step.quantity);
      const left = Math.max(0, line.quantity - step.quantity);
      return (_, after) => describeDifference('quantity', lineOf(after, line.lineId)?.quantity ?? 0, left);
    }
    case 'editNotes': {
      const line = lines[step.line % Math.max(1, lines.length)];
      if (!line || (isOlder && isUnknownToOlderApp('notesEdited'))) return undefined;
      const notes = createNotes(step.notes);
      commands.editNotes(line, notes);
      return (_, after) => describeDifference('notes', lineOf(after, line.lineId)?.item.notes, notes);
    }
    case 'clear':
      if (plain && step.scope === 'table') plain.isCalm = false;
      commands.clear(step.scope);
      return (_, after) =>
        describeDifference('lines', step.scope === 'user' ? ownLines(after).length : after.carts.length, 0);
    case 'setGuests':
      commands.setGuests(step.guests);
      return (_, after) => describeDifference('guests', after.guests, step.guests);
    case 'setOrderType':
      if (isOlder && isUnknownToOlderApp('orderTypeSet')) return undefined;
      commands.setOrderType(step.orderType);
      return (_, after) => describeDifference('order type', after.orderType, step.orderType);
    default:
      return step satisfies never;
  }
}

function listForeignEvents({ entries, local }: Knowledge): AnyEvent[] {
  return [...entries.values()].flatMap(({ event }) => (local.has(event.id) ? [] : [event]));
}

/** The diner presses "Place order". @param onResult called with the outcome */
export function place(
  tab: Tab,
  { without: bits }: Pick<Extract<StepKind, { kind: 'place' }>, 'without'> = {},
  onResult?: (result: PlaceResult) => void,
): void {
  const { page } = tab;
  const { world, watch, plain } = tab.device.setting;
  if (!page?.engine || page.isLeaving || tab.device.isLoggingIn) return;
  if (plain) plain.isCalm = false;
  // With two taps at once, an answer cannot be assigned to one of them.
  if (page.isPlacing > 0) page.hasTappedTwice = true;
  page.isPlacing += 1;
  const before = page.placementId;
  world.note(() => `${tab.name}: places an order`);
  const lines = page.engine.cart.value.carts.flatMap((cart) => cart.lines);
  const left = bits ? lines.filter((_, place) => (bits >> (place % 8)) & 1) : [];
  const request = left.length > 0 ? { without: left.map(({ lineId }) => lineId) } : {};
  void page.engine.place(request).then((result) => {
    page.isPlacing -= 1;
    world.count(`result:${result.kind}`);
    if (plain && result.kind === 'placed') world.count('plain:toldPlaced');
    if (result.kind === 'refused' && !page.hasTappedTwice && page.placementId !== before) {
      watch.ledger.recordRefusal(page.placementId);
      if (plain?.wasInSight(page.placementId))
        world.fail('O2', `the diner saw a refusal, and ${page.placementId} is in the open order`);
    }
    world.note(() => `${tab.name}: the order is ${result.kind}`);
    onResult?.(result);
  });
}

/** The diner asks for the outcome of the order. */
export function askPlacement({ page, device }: Tab, keepOn: boolean): void {
  if (!page?.engine || page.isLeaving || device.isLoggingIn) return;
  const asked = keepOn ? page.engine.waitForPlacement() : page.engine.resumePlacement();
  void asked.then((result) => device.setting.world.count(`asked:${result?.kind ?? 'nothing'}`));
}

function ownLines({ carts }: TableCart): readonly TableLine[] {
  return carts.find(({ mine }) => mine)?.lines ?? [];
}

function lineOf(cart: TableCart, lineId: string): TableLine | undefined {
  return ownLines(cart).find((line) => line.lineId === lineId || line.aliases.includes(lineId));
}

function sumQuantity(cart: TableCart, key: string): number {
  return ownLines(cart)
    .filter(({ item }) => getItemKey(item) === key)
    .reduce((sum, { quantity }) => sum + quantity, 0);
}

function describeDifference(what: string, is: unknown, should: unknown): string | undefined {
  return is === should ? undefined : `${what} is ${String(is)}, not ${String(should)}`;
}
