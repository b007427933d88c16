/**
 * Who else is at the table. Phones send beacons to the table group; the server stores nothing of it.
 *
 *   this phone joins the group ──► beacon { asks: true } ──► each other phone answers with its own beacon
 *   every `beaconMs`, and when the name changes or the page is hidden ──► beacon
 *   the page becomes visible ──► beacon { asks: true }
 *   close ──► { gone: true }
 */
import { BehaviorSubject, EMPTY, interval, Subscription, type Observable } from 'rxjs';
import { beaconMs, listPresent, type Beacon, type Present } from '#projections/feed/presence.ts';
import type { State } from '../environment/state.ts';
import type { Author } from '#sync/commands/create-event.ts';
import type { TableGroup } from './table-group.ts';

interface PresenceOptions {
  readonly group: Pick<TableGroup, 'messages' | 'live' | 'publish'>;
  readonly author: () => Author;
  /** Emits when the diner has given or changed their name. Default: never. */
  readonly renamed?: Observable<unknown>;
  readonly sessionId: string;
  /** The guest id that the diner had at this table before they logged in. */
  readonly formerId?: string | undefined;
  /** Whether the page is visible. */
  readonly looking: State<boolean>;
  /** ms */
  readonly now: () => number;
  /** Emits every `ms`. Tests bring their own. */
  readonly every?: (ms: number) => Observable<unknown>;
}

export interface Presence {
  /** The others, by id. */
  readonly others: State<readonly Present[]>;
  close(): void;
}

/** Sends this phone's beacons and collects those of the others. */
export function createPresence(options: PresenceOptions): Presence {
  const { group, author, sessionId, formerId, looking, now, renamed = EMPTY, every = interval } = options;
  const others = new BehaviorSubject<readonly Present[]>([]);
  const beacons = new Map<string, Beacon>();
  const subscription = new Subscription();
  let hasJoined = false;

  /** Sends a beacon. With `asks` the other phones answer at once. */
  const sendBeacon = (asks: boolean) => {
    if (!hasJoined) return;
    const { userName = '' } = author();
    void group.publish('presence', {
      userName,
      sessionId,
      ...(formerId && { was: formerId }),
      here: looking.value,
      asks,
    });
  };
  const update = () => {
    const next = listPresent(beacons.values(), now());
    if (JSON.stringify(next) !== JSON.stringify(others.value)) others.next(next);
  };

  subscription.add(
    group.messages.subscribe(({ message: { messageType, data }, fromUserId }) => {
      // Phones send for themselves. The server sends the id of a diner who sat down or whom the staff sent away.
      const userId = fromUserId ?? data.userId;
      // The diner's own other tabs and phones do not count.
      if (messageType !== 'presence' || userId === undefined || userId === author().userId) return;
      if (data.sessionId !== sessionId) return;
      const { userName = '', asks = false, gone = false } = data;
      const before = beacons.get(userId);
      let hasChangedId = false;
      if (gone) beacons.delete(userId);
      else {
        // A phone that was just reloaded may not know its diner's name yet. Keep the one that it sent before.
        const name = userName || (before?.userName ?? '');
        const { here = before?.here ?? false } = data;
        // If a diner has two phones, the first one's former id counts.
        const sentId = before ? before.formerId : data.was;
        const beacon = { userId, userName: name, here, at: now() };
        beacons.set(userId, sentId === undefined ? beacon : { ...beacon, formerId: sentId });
        // The diner logged in, so their former guest id is removed. If that guest is still there, it answers the question.
        hasChangedId = !before && sentId !== undefined && beacons.delete(sentId);
      }
      update();
      if (asks || hasChangedId) sendBeacon(hasChangedId);
    }),
  );
  subscription.add(
    group.live.subscribe((live) => {
      const isNew = live && !hasJoined;
      hasJoined = live;
      if (isNew) sendBeacon(true);
    }),
  );
  subscription.add(looking.subscribe(() => sendBeacon(looking.value)));
  subscription.add(renamed.subscribe(() => sendBeacon(false)));
  subscription.add(
    every(beaconMs).subscribe(() => {
      if (looking.value) sendBeacon(false);
      update();
    }),
  );

  return {
    others,
    close() {
      // Sent also at a login, as the same diner then comes back under another id.
      if (hasJoined) void group.publish('presence', { sessionId, gone: true });
      hasJoined = false;
      subscription.unsubscribe();
    },
  };
}
