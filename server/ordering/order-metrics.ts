import type { Metrics } from '#server/platform/monitoring/metrics.ts';
import { subscribe, type Subscription } from './subscribers.ts';

/** Counts orders and decided events for the monitoring. */
export function createMetricSubscriptions(
  metrics: Pick<Metrics, 'orderPlaced' | 'eventsDecided'>,
): Subscription[] {
  return [
    subscribe('orderPlaced', { afterCommit: () => metrics.orderPlaced() }),
    subscribe('cartEventsDecided', {
      afterCommit: ({ accepted, rejectedCodes }) => metrics.eventsDecided(accepted, rejectedCodes),
    }),
  ];
}
