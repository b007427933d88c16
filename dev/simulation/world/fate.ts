/** Events that do not come from the diners' taps: forged and unknown messages, the kitchen, changed clocks. */
import type { AnyEvent } from '#events/cart/registry.ts';
import type { EventFields } from '#events/log/event-fields.ts';
import type { Knowledge } from '#events/records/log.ts';
import type { VersionVector } from '#events/log/version-vector.ts';
import { createGuestsSet } from '#events/cart/guests-set.ts';
import { createItemAdded } from '#events/cart/item-added.ts';
import type { Device, Setting } from '../phones/device.ts';
import type { Member } from '../wire/group.ts';
import { logIn } from '../phones/login.ts';
import { createItem } from '#testing/simulated-menu.ts';
import type { Step, StepKind } from '../plan/plan.ts';
import { forgery } from '../checks/watch.ts';

type Forge = Extract<StepKind, { kind: 'forge' }>;

/** A diner at the table sends forbidden events: in the name of another user or of the server, or with changed content. */
export function forge(
  { world, server, plain, groups, watch, unsent }: Setting,
  devices: readonly Device[],
  by: Device,
  { way }: Forge,
): void {
  const { userId } = by;
  const { sessionId, known, events, version } = collectSharedEvents({ server, plain, watch });
  if (plain) plain.isCalm = false;
  const victim = events.find((event) => event.userId !== userId && !event.id.startsWith('server:'));
  if (!victim) return;
  const at: EventFields['at'] = [world.clock.now, 0];
  const base = { at, seen: known, userName: forgery };
  const createAddition = (fields: EventFields) =>
    createItemAdded(fields, { lineId: fields.id, item: createItem(0, 0, 0), quantity: 9 });
  const send = (data: object, reaches?: (member: Member) => boolean) => {
    const message = { fromBrowserId: 'forger', messageType: 'addCartItem', data };
    groups.inject(sessionId, message, userId, reaches);
  };
  const pages = devices.flatMap(({ tabs }) => tabs.flatMap(({ page }) => page ?? []));
  world.count(`forge:${way}`);
  switch (way) {
    case 'user':
      return send({
        sessionId,
        version,
        events: [createAddition({ ...base, id: 'forger:1', userId: victim.userId })],
      });
    case 'server':
      return send({ sessionId, version, events: [createAddition({ ...base, id: 'server:999', userId })] });
    case 'replica': {
      // An id that its owner has not used yet would block the owner's own event.
      const id = watch.ledger.findForeignId(userId, events);
      if (!id) return undefined;
      // Only phones that know the replica can detect the forgery, so only these receive it.
      const replicaId = id.slice(0, id.indexOf(':'));
      return send({ sessionId, version, events: [createAddition({ ...base, id, userId })] }, ({ life }) =>
        pages.some((page) => page.life === life && hasHeardOf(page.mirror, replicaId)),
      );
    }
    case 'rejected': {
      // At a snapshot server, phones announce rejections of their own events, so this part is allowed.
      const own = plain && events.findLast((event) => event.userId === userId);
      const takenBack = own ? [own.id] : [];
      return send({
        sessionId,
        ...(events.length % 2 === 0 && { version }),
        events: [],
        rejected: [{ ids: [victim.id, ...takenBack], code: 'forged' }],
      });
    }
    case 'post': {
      if (plain) return undefined;
      const tries: AnyEvent[] = [
        createAddition({ ...base, id: 'server:999', userId }),
        createAddition({ ...base, id: 'forger:1', userId: victim.userId }),
        { ...victim, at: [victim.at[0] + 1, 0] },
      ];
      void server.take(userId, tries, {}, false);
      return undefined;
    }
    case 'again': {
      // Other content under an id that the sender has used before.
      const own = plain
        ? undefined
        : events.find((event) => event.userId === userId && !event.id.startsWith('server:'));
      if (own) void server.take(userId, [{ ...own, at: [own.at[0] + 1, 0] }], {}, false);
      return undefined;
    }
    case 'ahead': {
      // An event whose author claims to have seen an event that the server does not have.
      const seen = { ...known, nobody: 1 };
      if (!plain)
        void server.take(userId, [createAddition({ ...base, seen, id: 'ahead:1', userId })], {}, false);
      return undefined;
    }
    case 'unsent': {
      if (plain) return undefined;
      // An event that no server would reject.
      const event = createGuestsSet({ at, seen: known, id: `late${unsent.length}:1`, userId }, { guests: 2 });
      unsent.push({ userId, event });
      return send({ sessionId, events: [event] });
    }
    default:
      return way satisfies never;
  }
}

/** The events that all phones at the table have received. A forger or a newer phone builds on them. */
function collectSharedEvents({ server, plain, watch }: Pick<Setting, 'server' | 'plain' | 'watch'>): {
  readonly sessionId: string;
  readonly known: VersionVector;
  readonly events: readonly AnyEvent[];
  /** At a snapshot server, messages have no version. A forger adds one. */
  readonly version: number | undefined;
} {
  if (plain) return { sessionId: '', known: {}, events: watch.ledger.events(), version: 1 };
  const { sessionId, view, knowledge } = server.whole;
  const events = [...knowledge.entries.values()].map(({ event }) => event);
  return { sessionId, known: view.known, events, version: undefined };
}

function hasHeardOf({ entries }: Knowledge, replicaId: string): boolean {
  return [...entries.values()].some((entry) => entry.replicaId === replicaId);
}

/** A phone with a newer app at the same table sends unknown messages and events. */
function sendFromFuture(setting: Setting, way: 'type' | 'version' | 'message'): void {
  const { world, server, plain, groups } = setting;
  const userId = 'u0';
  const { known, sessionId, version } = collectSharedEvents(setting);
  world.count(`future:${way}`);
  const send = (messageType: string, data: object) =>
    groups.inject(
      sessionId,
      { fromBrowserId: 'newer', messageType, data: { sessionId, version, ...data } },
      userId,
    );
  if (way === 'message')
    return send('tableDances', { service: { id: 'desk:1', type: 'danced' }, steps: [1, 2] });
  const replicaId = 'future';
  const seq = plain ? plain.nextFutureEvent() : (known[replicaId] ?? 0) + 1;
  const fields = { id: `${replicaId}:${seq}`, at: [world.clock.now, 0] as const, seen: known, userId };
  const event: AnyEvent =
    way === 'type' ? { ...fields, type: 'tableNamed' } : { ...fields, type: 'itemAdded', v: 99 };
  if (!plain) void server.take(userId, [event], known);
  send('nameTable', { events: [event] });
}

/** Performs a step that is not a tap of a diner. */
export function strike(setting: Setting, devices: readonly Device[], by: Device, step: Step): void {
  const { world, server, plain, groups } = setting;
  const tab = by.tabs[step.tab % by.tabs.length]!;
  switch (step.kind) {
    case 'crash':
      world.count('crash');
      return tab.crash(step.reopenMs);
    case 'leave':
      world.count('leave');
      return tab.leave(step.reopenMs);
    case 'wake':
      world.count('wake');
      for (const { page } of by.tabs) page?.wake.next();
      return;
    case 'partition':
      world.count(`partition:${step.way}`);
      if (step.way !== 'down') by.block('up', step.ms);
      if (step.way !== 'up') by.block('down', step.ms);
      return;
    case 'saysOffline':
      world.count('saysOffline');
      return by.saysOffline(step.ms, step.isTrue);
    case 'reconnect':
      world.count('connectionBroken');
      return groups.breakAll(({ life }) => by.tabs.some(({ page }) => page?.life === life), step.ms);
    case 'clockJump':
      world.count('clockJump');
      return by.jump(step.ms);
    case 'soldOut': {
      if (plain) return void plain.restaurant.staff.soldOut(`p${step.product}`, step.soldOut);
      const id = `p${step.product}`;
      const product = server.menu.get(id);
      if (product) server.menu.set(id, { ...product, soldOut: step.soldOut });
      return;
    }
    case 'newSession':
      if (plain) return;
      world.count('newSession');
      // These events belong to the session that ends.
      setting.unsent.length = 0;
      server.startSession();
      return groups.breakAll(() => true, 800);
    case 'outage':
      world.count('outage');
      setting.outage.until = world.clock.now + step.ms;
      return;
    case 'restart':
      if (plain) return;
      world.count('server:restarted');
      return void server.restart();
    case 'serverClock':
      if (plain) plain.restaurant.switches.clockShiftMs = step.ms;
      world.count('plain:clockSet');
      return;
    case 'keepCarts':
      return plain?.keepCarts();
    case 'restoreCarts':
      world.count('plain:cartsRestored');
      return plain?.restoreCarts();
    case 'forge':
      return forge(setting, devices, by, step);
    case 'futureEvent':
      return sendFromFuture(setting, step.way);
    case 'login':
      if (!plain) void logIn(tab, step.memberId);
      return;
    default:
      return;
  }
}
