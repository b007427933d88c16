import { useSyncExternalStore } from 'react';
import { BehaviorSubject } from 'rxjs';

/** Something said to screen readers. */
interface Said {
  readonly id: number;
  readonly text: string;
}

/** ms after which it has been read out, and is no longer come upon by who explores the page. */
const standsFor = 7_000;

let lastId = 0;
const said = new BehaviorSubject<readonly Said[]>([]);

/** Says to screen readers what others see happen; the same words twice are said twice. */
export function announce(text: string): void {
  lastId += 1;
  const id = lastId;
  said.next([...said.value, { id, text }]);
  setTimeout(() => said.next(said.value.filter((each) => each.id !== id)), standsFor);
}

/** The last things that were said, oldest first. */
export function useAnnounced(): readonly Said[] {
  return useSyncExternalStore(
    (notify) => {
      const subscription = said.subscribe(notify);
      return () => subscription.unsubscribe();
    },
    () => said.value,
  );
}
