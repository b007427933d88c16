import { expect, test } from 'vitest';
import { limits } from '#contract/limits.ts';
import { readConfig } from '#server/process/config.ts';
import { busiestOf, honestMargin } from './honest-rates.ts';

test('D37: the busiest of simulated tables, four times over, meets no budget', async () => {
  const read = readConfig({ DATABASE_URL: 'postgres://nobody@nowhere/none' });
  if (!read.ok) throw new Error(read.errors.join(', '));
  const { requests, events, bytes, replicas } = await busiestOf(25);
  expect(events).toBeGreaterThan(10);
  expect(honestMargin * requests).toBeLessThan(read.config.requestsPerMinute);
  expect(honestMargin * events).toBeLessThan(limits.open.ofDiner.events);
  expect(honestMargin * bytes).toBeLessThan(limits.open.ofDiner.bytes);
  expect(honestMargin * replicas).toBeLessThan(limits.replicasOfDiner);
});
