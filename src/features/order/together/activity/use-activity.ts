import { useEffect, useState } from 'react';
import type { Activity } from '#projections/feed/activity.ts';
import { fullActivity } from '#projections/feed/unsigned.ts';
import { useDiner } from '#src/diner/diner.ts';
import { useCartEngine } from '#src/cart/hooks.ts';

/** What happened at the table since this phone came, oldest first; undefined while it is read from the disk. */
export function useActivity(enabled: boolean): readonly Activity[] | undefined {
  const engine = useCartEngine();
  const { member } = useDiner();
  const me = member?.id ?? '';
  const [activity, setActivity] = useState<readonly Activity[]>();

  useEffect(() => {
    if (!enabled || !engine) return;
    let wish = 0;
    const read = async () => {
      wish += 1;
      const mine = wish;
      const records = await engine.loadHistory();
      const sameDiner = new Map([
        ...engine.earlierIds.map((id) => [id, me] as const),
        // O4: the others’ phones say who they were.
        ...engine.presence.value.flatMap(({ userId, was }) => (was ? [[was, userId] as const] : [])),
      ]);
      if (mine !== wish) return;
      const { names } = engine.cart.value;
      setActivity(fullActivity(records, sameDiner).map((each) => named(each, names)));
    };
    // Whatever happens shows in the cart.
    const subscription = engine.cart.subscribe(() => void read());
    return () => {
      wish += 1;
      subscription.unsubscribe();
    };
  }, [enabled, engine, me]);
  return activity;
}

/** Who has changed their name since is called by the new one. */
function named(activity: Activity, names: ReadonlyMap<string, string>): Activity {
  const called = <T extends { readonly userId: string; readonly userName: string }>(diner: T): T => ({
    ...diner,
    userName: names.get(diner.userId) || diner.userName,
  });
  if (activity.kind !== 'ordered') return called(activity);
  return called({ ...activity, kept: { ...activity.kept, dishes: activity.kept.dishes.map(called) } });
}
