/** Real phones in a process of their own: what holds up servers, hubs or the bench holds up none of their clocks. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Running } from '../set-ups.ts';
import type { Order, Taps } from './orders.ts';

export interface Crowd {
  /** At a steady rate, whether or not earlier taps have arrived. */
  tap(rate: { readonly changesPerSecond: number; readonly seconds: number }): Promise<Taps>;
  leave(): Promise<void>;
}

/** Resolves once every diner of the restaurant is in their table's group. */
export async function crowd({ restaurant, cluster }: Running): Promise<Crowd> {
  const child = fork(fileURLToPath(new URL('crowd-process.ts', import.meta.url)), {
    // Phones make much that is gone at once: with room for it the collector seldom stops them.
    execArgv: ['--import', 'tsx', '--max-semi-space-size=64'],
  });
  const told = async (order: Order): Promise<unknown> => {
    const ended = once(child, 'exit').then(() => {
      throw new Error('the phones are gone');
    });
    child.send(order);
    const [answer] = (await Promise.race([once(child, 'message'), ended])) as [unknown];
    return answer;
  };
  await told({ kind: 'seat', restaurant, servers: cluster.servers.map(({ address }) => address) });
  return {
    tap: async (rate) => (await told({ kind: 'tap', ...rate })) as Taps,
    async leave() {
      await told({ kind: 'leave' });
      child.disconnect();
      await once(child, 'exit');
    },
  };
}
