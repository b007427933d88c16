/**
 * Checks the promises of the merge rules at every moment of a run, under any fault. `verdict.ts` checks the end of the
 * run. The network, the disk and the tabs call one method each for:
 *
 *     request is sent ─► checkRequest      answer arrives ─► recordAnswer
 *     event is created ─► checkCreated     event enters the log ─► checkReceived
 *     cart may have changed ─► checkShown
 */
import type { AnyEvent } from '#events/cart/registry.ts';
import { codes } from '#contract/codes.ts';
import { parseEventId } from '#events/log/event-id.ts';
import { append } from '#events/records/log.ts';
import { hasAllEvents, reach, isSameVector, type VersionVector } from '#events/log/version-vector.ts';
import { projectCartView } from '#projections/merge/cart-view.ts';
import { Ledger } from './ledger.ts';
import type { RequestKind } from '../wire/network.ts';
import { checkOwnCart } from './snapshot-checks.ts';
import { describeShown } from './shown.ts';
import type { Device, Watching } from '../phones/device.ts';
import type { Page, Tab } from '../phones/tab.ts';
import type { World } from '../world/world.ts';

/** The author's name in forged events. */
export const forgery = 'forged';

export class Watch implements Watching {
  readonly ledger: Ledger;
  /** Ids of events that a server has read. */
  readonly read = new Set<string>();
  /** Ids of events that were refused with their whole request, which contained no other event. */
  readonly turnedAway = new Set<string>();

  constructor(private readonly world: World) {
    this.ledger = new Ledger(world);
  }

  /** Checks a request when it is sent. */
  checkRequest(tab: Tab, page: Page, kind: RequestKind, events: readonly AnyEvent[]): void {
    const { world, ledger } = this;
    // At a snapshot server, reading the cart counts as sending: the phone reads before it sends its changes.
    const isFirst = kind === 'snapshot' && tab.device.setting.plain !== undefined;
    if (kind === 'post' || kind === 'clear' || isFirst) tab.device.sentAt = world.clock.now;
    page.inFlight.set(kind, (page.inFlight.get(kind) ?? 0) + 1);
    const changes = (page.inFlight.get('post') ?? 0) + (page.inFlight.get('clear') ?? 0);
    if (changes > 1) world.fail('G4', `${tab.name} has ${changes} requests with changes under way`);
    // Four requests at most: catching up, its repetition without an answer, a restarted log, and the check before an order.
    if ((page.inFlight.get('snapshot') ?? 0) > 4) world.fail('G4', `${tab.name} asks five times at once`);
    world.count(`sent:${kind}`);
    if (kind === 'clear' && events.length === 0) world.count('clearBeforeTheServerIsKnown');
    world.note(() => `${tab.name}: ${kind} ${events.map(({ id }) => id).join(' ')}`);
    // A tab also sends events of its sibling tabs, and one of these may have no disk.
    const isSomeInMemory = ledger.hasLostItsDisk(tab.device.index);
    for (const event of events) {
      ledger.checkContent(event);
      ledger.recordWrite(tab.device.index, event);
      if (event.userId !== page.userId) world.fail('E5', `${tab.name} sends ${event.id} of ${event.userId}`);
      if (!isSomeInMemory && !ledger.isStored(tab.device.index, event.id))
        world.fail('G3', `${tab.name} sends ${event.id} before it is on disk`);
    }
  }

  /** Records the server's answer to a whole request: a code of the contract, or 0 if it read the events. */
  recordAnswer({ setting }: Device, kind: RequestKind, events: readonly AnyEvent[], code: number): void {
    if (code === codes.ok) return events.forEach(({ id }) => this.read.add(id));
    this.world.count(`turnedAway:${kind}`);
    // A snapshot server's refusal removes the change from the diner's lines without a tap.
    if (setting.plain) setting.plain.isCalm = false;
    const [first] = events;
    // Only if a single change is refused does the phone report it as rejected.
    if (!first || events.length > 1) return;
    this.ledger.recordRejection(first);
    this.turnedAway.add(first.id);
  }

  /** Checks that the author of a new event has seen their own last event, even after a snapshot. */
  checkCreated(tab: Tab, { id, seen, type }: AnyEvent): void {
    // An order may have seen less: it contains the cart that its diner saw.
    if (type === 'orderPlaced') return;
    const { replicaId, seq } = parseEventId(id)!;
    if (reach(seen, replicaId) < seq - 1)
      this.world.fail('E1', `${tab.name} creates ${id} as if it had seen ${JSON.stringify(seen)}`);
  }

  /** Checks an event that enters the tab's log. */
  checkReceived(tab: Tab, event: AnyEvent): void {
    if (event.userName === forgery) this.world.fail('E5', `${tab.name} believes the forged ${event.id}`);
  }

  /** Checks that the page shows the cart of all its events, stored or waiting for the disk, with valid quantities. */
  checkShown(tab: Tab): void {
    tab.isDirty = false;
    const { page } = tab;
    if (!page?.engine || page.isLeaving) return;
    const shown = page.engine.cart.value;
    for (const { userId, lines } of shown.carts)
      for (const { lineId, quantity, item } of lines)
        if (!(quantity >= 1) || !Number.isInteger(quantity))
          this.world.fail('V5b', `${tab.name} shows ${quantity}×${item.productId} (${lineId}) of ${userId}`);
    const { plain: plainServer } = tab.device.setting;
    if (plainServer) checkOwnCart(this.world, tab, plainServer);
    if (page.inMemory || page.writing > 0) return;
    let log = page.mirror;
    for (const record of page.engine.getWaiting()) log = append(log, [record]).log;
    if (!plainServer) this.checkCovers(tab, page, log.covers);
    const plain = projectCartView(log);
    if (plain.blocked.length > 0) this.world.count('waiting');
    const [is, should] = [describeShown(shown), describeShown(plain)];
    if (is !== should) this.world.fail('G1', `${tab.name} shows\n${is}\nits log says\n${should}`);
    if (!isSameVector(page.engine.getKnown(), plain.known))
      this.world.fail(
        'V1',
        `${tab.name} knows ${JSON.stringify(page.engine.getKnown())}, its log ${JSON.stringify(plain.known)}`,
      );
  }

  /** Checks that events which a snapshot covered stay covered. */
  private checkCovers({ name }: Tab, page: Page, covers: VersionVector): void {
    if (!hasAllEvents(covers, page.covers))
      this.world.fail(
        'F1',
        `${name} had covered ${JSON.stringify(page.covers)}, now ${JSON.stringify(covers)}`,
      );
    page.covers = covers;
  }
}
