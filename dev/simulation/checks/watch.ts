/** Phase one: what must hold at every moment, whatever goes wrong. */
import type { AnyEvent } from '#events/cart/registry.ts';
import { codes } from '#contract/codes.ts';
import { parseEventId } from '#events/log/event-id.ts';
import { includes, reach, sameVector } from '#events/log/version-vector.ts';
import { cartView } from '#projections/merge/cart-view.ts';
import { Ledger } from './ledger.ts';
import type { RequestKind } from '../wire/network.ts';
import { checkOwnCart } from './plain-verdict.ts';
import { textOf } from './shown.ts';
import type { Device, Watching } from '../phones/device.ts';
import type { Page, Tab } from '../phones/tab.ts';
import type { World } from '../world/world.ts';

/** The name that forged events bear. */
export const forgery = 'forged';

export class Watch implements Watching {
  readonly ledger: Ledger;
  /** Ids of events that came before a server in some request. */
  readonly read = new Set<string>();
  /** Ids of events that were refused alone, before any server could read them. */
  readonly turnedAway = new Set<string>();

  constructor(private readonly world: World) {
    this.ledger = new Ledger(world);
  }

  /** G3, G4: a request sets out. */
  sends(tab: Tab, page: Page, kind: RequestKind, events: readonly AnyEvent[]): void {
    const { world, ledger } = this;
    // P2: a plain server is asked for its cart before anything is sent.
    const isFirst = kind === 'snapshot' && tab.device.setting.plain !== undefined;
    if (kind === 'post' || kind === 'clear' || isFirst) tab.device.sentAt = world.clock.now;
    page.inFlight.set(kind, (page.inFlight.get(kind) ?? 0) + 1);
    const changes = (page.inFlight.get('post') ?? 0) + (page.inFlight.get('clear') ?? 0);
    if (changes > 1) world.fail('G4', `${tab.name} has ${changes} requests with changes under way`);
    // Catching up asks, and once more beside a question without an answer (G7). Beside both of them a phone that starts
    // again asks (G5), and one that places an order asks whether the server is there (O2).
    if ((page.inFlight.get('snapshot') ?? 0) > 4) world.fail('G4', `${tab.name} asks five times at once`);
    world.count(`sent:${kind}`);
    if (kind === 'clear' && events.length === 0) world.count('clearBeforeTheServerIsKnown');
    world.note(() => `${tab.name}: ${kind} ${events.map(({ id }) => id).join(' ')}`);
    // A tab sends for its siblings too, and one of those may have had no disk.
    const isSomeInMemory = ledger.hasLostItsDisk(tab.device.index);
    for (const event of events) {
      ledger.saw(event);
      ledger.writes(tab.device.index, event);
      if (event.userId !== page.userId) world.fail('E5', `${tab.name} sends ${event.id} of ${event.userId}`);
      if (!isSomeInMemory && !ledger.isStored(tab.device.index, event.id))
        world.fail('G3', `${tab.name} sends ${event.id} before it is on disk`);
    }
  }

  /** What the server says to a whole request, with the contract's code; 0: it reads it. */
  serverHears({ setting }: Device, kind: RequestKind, events: readonly AnyEvent[], code: number): void {
    if (code === codes.ok) return events.forEach(({ id }) => this.read.add(id));
    this.world.count(`turnedAway:${kind}`);
    // P2: what a plain server did not take the diner's own lines lose again.
    if (setting.plain) setting.plain.isCalm = false;
    const [first] = events;
    // Of a single change the diner hears that it is not wanted.
    if (!first || events.length > 1) return;
    this.ledger.rejects(first);
    this.turnedAway.add(first.id);
  }

  /** E1: whoever mints has seen their own last event, whatever a snapshot said meanwhile. */
  mints(tab: Tab, { id, seen, type }: AnyEvent): void {
    // That bears the cut of whoever ordered.
    if (type === 'orderPlaced') return;
    const { replicaId, seq } = parseEventId(id)!;
    if (reach(seen, replicaId) < seq - 1)
      this.world.fail('E1', `${tab.name} mints ${id} as if it had seen ${JSON.stringify(seen)}`);
  }

  /** The tab's log learns of an event. */
  heard(tab: Tab, event: AnyEvent): void {
    if (event.userName === forgery) this.world.fail('E5', `${tab.name} believes the forged ${event.id}`);
  }

  /** What the page shows is the plain reading of its log, and can be true of a cart. */
  look(tab: Tab): void {
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
    if (!plainServer) this.checkCovers(tab, page);
    const plain = cartView(page.mirror);
    if (plain.blocked.length > 0) this.world.count('waiting');
    const [is, should] = [textOf(shown), textOf(plain)];
    if (is !== should) this.world.fail('G1', `${tab.name} shows\n${is}\nits log says\n${should}`);
    if (!sameVector(page.engine.getKnown(), plain.known))
      this.world.fail(
        'V1',
        `${tab.name} knows ${JSON.stringify(page.engine.getKnown())}, its log ${JSON.stringify(plain.known)}`,
      );
  }

  /** F1: what a phone was told to be covered stays so. */
  private checkCovers({ name }: Tab, page: Page): void {
    const { covers } = page.mirror;
    if (!includes(covers, page.covers))
      this.world.fail(
        'F1',
        `${name} had covered ${JSON.stringify(page.covers)}, now ${JSON.stringify(covers)}`,
      );
    page.covers = covers;
  }
}
