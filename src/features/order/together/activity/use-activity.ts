import { useEffect, useState } from 'react';
import type { Activity } from '#projections/feed/activity.ts';
import { listFullActivity } from '#projections/feed/unsigned.ts';
import { useDiner } from '#src/diner/diner.ts';
import { useCartEngine } from '#src/cart/hooks.ts';

/** The activities since this phone joined the table, oldest first; undefined while the log is read from the disk. */
export function useActivity(enabled: boolean): readonly Activity[] | undefined {
  const engine = useCartEngine();
  const { member } = useDiner();
  const me = member?.id ?? '';
  const [activity, setActivity] = useState<readonly Activity[]>();

  useEffect(() => {
    if (!enabled || !engine) return;
    let latestRead = 0;
    const read = async () => {
      latestRead += 1;
      const thisRead = latestRead;
      const records = await engine.loadHistory();
      const sameDiner = new Map([
        ...engine.earlierIds.map((id) => [id, me] as const),
        // Other phones send the id that their diner had before the login.
        ...engine.presence.value.flatMap(({ userId, formerId }) =>
          formerId ? [[formerId, userId] as const] : [],
        ),
      ]);
      if (thisRead !== latestRead) return;
      const { names } = engine.cart.value;
      setActivity(listFullActivity(records, sameDiner).map((each) => withCurrentNames(each, names)));
    };
    // Every activity changes the cart, so there is no need to listen to the log itself.
    const subscription = engine.cart.subscribe(() => void read());
    return () => {
      latestRead += 1;
      subscription.unsubscribe();
    };
  }, [enabled, engine, me]);
  return activity;
}

/** Replaces the names in an activity by the diners' current names. */
function withCurrentNames(activity: Activity, names: ReadonlyMap<string, string>): Activity {
  const fillUserName = <T extends { readonly userId: string; readonly userName: string }>(diner: T): T => ({
    ...diner,
    userName: names.get(diner.userId) || diner.userName,
  });
  if (activity.kind !== 'ordered') return fillUserName(activity);
  return fillUserName({
    ...activity,
    kept: { ...activity.kept, dishes: activity.kept.dishes.map(fillUserName) },
  });
}
