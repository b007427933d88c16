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
  /** Who the diner was here before they logged in (O4). */
  readonly was?: string | undefined;
  /** The app is looked at. */
  readonly looking: State<boolean>;
  /** ms */
  readonly now: () => number;
  /** Emits every so many ms. */
  readonly every?: (ms: number) => Observable<unknown>;
}

/** Who else is at the table; said in passing to the group alone, nothing of it is kept or counted. */
export interface Presence {
  /** The others, by id. */
  readonly others: State<readonly Present[]>;
  close(): void;
}

/** Says that this phone is here, answers whoever comes, and hears the others. */
export function createPresence(options: PresenceOptions): Presence {
  const { group, author, sessionId, was, looking, now, renamed = EMPTY, every = interval } = options;
  const others = new BehaviorSubject<readonly Present[]>([]);
  const beacons = new Map<string, Beacon>();
  const subscription = new Subscription();
  let isLive = false;

  /** `asks`: the others are to say at once who they are. */
  const say = (asks: boolean) => {
    if (!isLive) return;
    const { userName = '' } = author();
    void group.publish('presence', { userName, sessionId, ...(was && { was }), here: looking.value, asks });
  };
  const update = () => {
    const next = listPresent(beacons.values(), now());
    if (JSON.stringify(next) !== JSON.stringify(others.value)) others.next(next);
  };

  subscription.add(
    group.messages.subscribe(({ message: { messageType, data }, fromUserId }) => {
      // The diner's own other tabs and phones are no other diner.
      // The server says who has sat down, and whom the staff sent away.
      const userId = fromUserId ?? data.userId;
      if (messageType !== 'presence' || userId === undefined || userId === author().userId) return;
      if (data.sessionId !== sessionId) return;
      const { userName = '', asks = false, gone = false } = data;
      const before = beacons.get(userId);
      let isFormer = false;
      if (gone) beacons.delete(userId);
      else {
        // A name once given stays, also when a phone that was reloaded doesn't know it yet.
        const name = userName || (before?.userName ?? '');
        const { here = before?.here ?? false } = data;
        // Of two phones of one diner the first counts.
        const first = before ? before.was : data.was;
        const said = { userId, userName: name, here, at: now() };
        beacons.set(userId, first === undefined ? said : { ...said, was: first });
        // O4: who was away at the login did not hear the guest go; a guest who is there still says so at once.
        isFormer = !before && first !== undefined && beacons.delete(first);
      }
      update();
      if (asks || isFormer) say(isFormer);
    }),
  );
  subscription.add(
    group.live.subscribe((live) => {
      const isNew = live && !isLive;
      isLive = live;
      if (isNew) say(true);
    }),
  );
  subscription.add(looking.subscribe(() => say(looking.value)));
  subscription.add(renamed.subscribe(() => say(false)));
  subscription.add(
    every(beaconMs).subscribe(() => {
      if (looking.value) say(false);
      update();
    }),
  );

  return {
    others,
    close() {
      // After a login the same diner comes back under another id.
      if (isLive) void group.publish('presence', { sessionId, gone: true });
      isLive = false;
      subscription.unsubscribe();
    },
  };
}
