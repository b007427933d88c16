import { expect, test } from 'vitest';
import { limits } from '#contract/limits.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { ordersApart, unseenPerHour } from '#server/ordering/orders/routes.ts';
import { measureBusiest, honestMargin } from './honest-rates.ts';

// Many tables are simulated while other tests run.
test(
  'D37: the busiest of simulated tables, four times over, reaches no budget',
  { timeout: 120_000 },
  async () => {
    const read = readConfig({ DATABASE_URL: 'postgres://nobody@nowhere/none' });
    if (!read.ok) throw new Error(read.errors.join(', '));
    const busiest = await measureBusiest(25);
    const { requests, orders, doubtful, events, eventsOfTable, bytes, replicas } = busiest;
    expect(events).toBeGreaterThan(10);
    expect(honestMargin * requests).toBeLessThan(read.config.requestsPerMinute);
    expect(orders).toBeGreaterThan(0);
    expect(honestMargin * orders).toBeLessThan(ordersApart.perMinute);
    expect(honestMargin * doubtful).toBeLessThan(unseenPerHour);
    expect(honestMargin * eventsOfTable).toBeLessThan(limits.open.ofTable.events);
    expect(honestMargin * events).toBeLessThan(limits.open.ofDiner.events);
    expect(honestMargin * bytes).toBeLessThan(limits.open.ofDiner.bytes);
    expect(honestMargin * replicas).toBeLessThan(limits.replicasOfDiner);
    expect(honestMargin * busiest.replicasOfTable).toBeLessThan(limits.replicasOfTable.most);
  },
);
