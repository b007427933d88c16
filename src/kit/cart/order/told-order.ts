import { useSyncExternalStore } from 'react';
import { BehaviorSubject } from 'rxjs';

/** Another one's order that the diner was told of. */
interface ToldOrder {
  readonly orderId: string;
  /** Empty when nobody said. */
  readonly userName: string;
}

/** The last one; another object for each. */
export const toldOrder = new BehaviorSubject<ToldOrder | undefined>(undefined);

export function useToldOrder(): ToldOrder | undefined {
  return useSyncExternalStore(listen, () => toldOrder.value);
}

function listen(notify: () => void): () => void {
  const subscription = toldOrder.subscribe(notify);
  return () => subscription.unsubscribe();
}
