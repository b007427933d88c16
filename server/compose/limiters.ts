import type { Config } from '../platform/config/config.ts';
import { connectLimiters, ownLimiters, type Limiters } from '../platform/http/routes/limiters.ts';
import { loadSecret } from '../platform/store/meta.ts';
import type { Db } from '../platform/store/transactions.ts';
import type { Closers } from './options.ts';

/** Counts the budgets together with other servers, if there is a broker. */
export async function composeLimiters({ brokerUrl }: Config, db: Db, closers: Closers): Promise<Limiters> {
  if (brokerUrl === undefined) return ownLimiters;
  const limiters = connectLimiters(brokerUrl, await loadSecret(db, 'hub-access-key'));
  closers.push(limiters.close);
  return limiters;
}
