/** The answers of an event server and of a snapshot server to the phone whose log is written. */

import type { Dice } from './dice.ts';
import type { LoggedEvent, LogRecord, Snapshot, VersionVector } from './log-records.ts';
import { toItem, noteTexts } from './menu.ts';
import {
  compareByTotalOrder,
  isRemoval,
  isItemEvent,
  computeNaiveView,
  hasNamed,
  parseId,
  canRemove,
} from './naive-view.ts';

/** The input of an answer. */
interface Asked {
  /** The events that the server accepted and rejected. */
  readonly records: readonly LogRecord[];
  /** The phone's log when it asked. */
  readonly log: readonly LogRecord[];
  readonly version: number;
  readonly t: number;
}

/** No carts; stable covers; the accepted events beyond the covers; the rejected ids in a record of their own (F1, F4). */
export function createEventAnswer(dice: Dice, { records, log, version, t }: Asked): LogRecord[] {
  const rejected = records.flatMap((record) => record.rejected?.ids ?? []);
  const accepted = records.flatMap(({ event }) => (event && !rejected.includes(event.id) ? [event] : []));
  const covers = dice.chance(25) ? {} : computeStable(accepted, rejected, () => dice.chance(10));
  // The server knows from `known` which events the phone lacks (G6).
  const { known } = computeNaiveView(log);
  const full = dice.chance(25);
  const isNamed = (event: LoggedEvent) => isRemoval(event) && dice.chance(60);
  const events = accepted.filter(
    (event) => (!hasNamed(covers, event.id) || isNamed(event)) && (full || !hasNamed(known, event.id)),
  );
  const snapshot: Snapshot = {
    version: Math.max(0, version - (dice.chance(10) ? 1 : 0)),
    covers,
    userCarts: [],
    events,
    ...collectStamps(accepted),
  };
  const record = { t, from: 'server' } as const;
  const ids = rejected.filter((id) => !hasNamed(covers, id));
  return [...(ids.length > 0 ? [{ ...record, rejected: { ids, code: 2025 } }] : []), { ...record, snapshot }];
}

/** Carts with the server's own line ids, the phone's computed covers with gaps, and others' changes (F1, P2). */
export function createSnapshotAnswer(dice: Dice, { records, version, t }: Asked): LogRecord[] {
  const view = computeNaiveView(records);
  const covers = Object.fromEntries(
    Object.entries(view.known).map(([replica, n]) => [replica, dice.chance(60) ? n : dice.below(n + 2)]),
  );
  let row = 500;
  const userCarts = view.carts
    .map(({ userId, lines }) => ({
      userId,
      lines: lines
        .filter(() => !dice.chance(10))
        .map((line) => ({
          lineId: dice.chance(20) ? line.lineId : String((row += 1)),
          ...(dice.chance(30) ? { aliases: [line.lineId, '777'] } : {}),
          // A waiter's device writes too (P4), and may make a second row of the same dish.
          item: { ...toItem(line), notes: dice.chance(15) ? dice.one(noteTexts) : line.notes },
          quantity: dice.chance(15) ? 1 + dice.below(4) : line.quantity,
        })),
    }))
    .filter(({ lines }) => lines.length > 0 || dice.chance(50));
  const values = collectStamps(records.flatMap(({ event }) => event ?? []));
  const { guests, orderType, lastOrderId } = values;
  const unstamped = JSON.parse(JSON.stringify({ guests, orderType, lastOrderId })) as Partial<Snapshot>;
  // An older log does not have `plain`. Its carts show the kind of server.
  const plain = userCarts.length === 0 || dice.chance(80) ? { plain: true } : {};
  const snapshot = {
    version,
    ...plain,
    covers,
    userCarts,
    ...(dice.chance(50) ? values : unstamped),
  };
  return [{ t, from: 'server', snapshot }];
}

/**
 * The stable prefix of each replica (F4). Its events are rejected, removed, or set a value whose newest stamp the snapshot
 * has. A clear or an order is stable only together with all that it removes. `stops` makes some prefixes shorter.
 */
export function computeStable(
  accepted: readonly LoggedEvent[],
  rejected: readonly string[],
  stops: () => boolean,
): VersionVector {
  const removals = accepted.filter(isRemoval);
  const canBeStable = (id: string): boolean => {
    const event = accepted.find((each) => each.id === id);
    if (event === undefined) return rejected.includes(id);
    if (isItemEvent(event)) return removals.some((removal) => canRemove(removal, event));
    return isRemoval(event) || (['guestsSet', 'orderTypeSet'].includes(event.type) && (event.v ?? 1) === 1);
  };
  const covers = new Map<string, number>();
  for (const { id } of accepted) covers.set(parseId(id)?.replica ?? '', 0);
  for (const id of rejected) covers.set(parseId(id)?.replica ?? '', 0);
  for (const replica of covers.keys()) {
    let n = 0;
    while (canBeStable(`${replica}:${n + 1}`) && !stops()) n += 1;
    covers.set(replica, n);
  }
  // A clear or an order with an unstable victim ends its replica's prefix. That may make another one unstable.
  for (let changed = true; changed;) {
    changed = false;
    for (const removal of removals) {
      const now = Object.fromEntries(covers);
      const victims = accepted.filter(isItemEvent).filter((event) => canRemove(removal, event));
      const { replica, seq } = parseId(removal.id) ?? { replica: '', seq: 0 };
      if (!hasNamed(now, removal.id) || victims.every(({ id }) => hasNamed(now, id))) continue;
      covers.set(replica, seq - 1);
      changed = true;
    }
  }
  return Object.fromEntries([...covers].filter(([, n]) => n > 0));
}

/** The newest of each value, with its stamp (F1). */
export function collectStamps(accepted: readonly LoggedEvent[]): Partial<Snapshot> {
  const result: { -readonly [K in keyof Snapshot]?: Snapshot[K] } = {};
  for (const event of [...accepted].sort(compareByTotalOrder)) {
    const shown = computeNaiveView([{ event: { ...event, id: 'x:1', seen: {} } }]);
    const at = [...event.at, parseId(event.id)?.replica ?? ''] as const;
    if (shown.guests !== null) Object.assign(result, { guests: shown.guests, guestsAt: at });
    if (shown.orderType !== null) Object.assign(result, { orderType: shown.orderType, orderTypeAt: at });
    if (shown.lastOrderId !== null)
      Object.assign(result, { lastOrderId: shown.lastOrderId, lastOrderAt: at });
  }
  return result;
}
