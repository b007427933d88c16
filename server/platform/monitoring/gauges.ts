import { Gauge, type Registry } from 'prom-client';
import type { Hub } from '#server/platform/hub/hub.ts';
import type { PoolFacts } from '#server/platform/store/open-store.ts';

const hubGauges: readonly (readonly [
  name: keyof ReturnType<Hub['metrics']>,
  metric: string,
  help: string,
])[] = [
  ['connections', 'connections', 'Open sockets'],
  ['sessions', 'sessions', 'Open sockets, and sessions kept for recovery'],
  ['groups', 'groups', 'Groups with at least one member'],
  ['memberships', 'group_members', 'Members of all groups together'],
  ['largestGroup', 'largest_group_members', 'Members of the largest group'],
  ['bufferedMessages', 'unacknowledged_messages', 'Sent, and not acknowledged yet'],
  ['bufferedBytes', 'unacknowledged_bytes', 'Size of what is not acknowledged yet'],
];

/** Adds the hub's figures to the registry as gauges, which read them at each scrape. */
export function exposeHub(registry: Registry, hub: Hub): void {
  for (const [name, metric, help] of hubGauges) {
    const gauge: Gauge = new Gauge({
      name: `lazysusan_hub_${metric}`,
      help,
      registers: [registry],
      collect: () => gauge.set(hub.metrics()[name]),
    });
  }
}

/** Adds whether the broker is connected to the registry as a gauge. */
export function exposeBroker(registry: Registry, isConnected: () => boolean): void {
  const gauge: Gauge = new Gauge({
    name: 'lazysusan_broker_connected',
    help: '1 while this server reaches the others through the broker, else 0',
    registers: [registry],
    collect: () => gauge.set(isConnected() ? 1 : 0),
  });
}

/** Adds the states of the database connections to the registry as a gauge. */
export function exposePool(registry: Registry, facts: () => PoolFacts): void {
  const gauge: Gauge = new Gauge({
    name: 'lazysusan_database_connections',
    help: 'Connections of the pool by state; waiting are requests for one',
    labelNames: ['state'],
    registers: [registry],
    collect: () => {
      const { busy, idle, waiting } = facts();
      gauge.set({ state: 'busy' }, busy);
      gauge.set({ state: 'idle' }, idle);
      gauge.set({ state: 'waiting' }, waiting);
    },
  });
}
