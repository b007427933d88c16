/**
 * Sends the notifications that `queue-pushes.ts` has queued.
 *
 *     waiting ──► claimed (for a lease) ──┬─ accepted by the push service ──────► deleted
 *        ▲                                ├─ 404, 410 ──► deleted with its subscription
 *        │                                ├─ refused, or nobody is logged in ───► deleted
 *        └─ wait, twice as long each time ┴─ anything else, for five minutes ───► deleted
 *
 * After five minutes a notification would tell of something that is over. If a server dies after the push service has
 * accepted it, it is sent again with the same tag, which replaces the first one on the phone.
 */
import type { FastifyBaseLogger } from 'fastify';
import type { Selectable } from 'kysely';
import type { PushMessage } from '#contract/calls/push.ts';
import { defaultLanguage, type LanguageCode } from '#contract/http/headers.ts';
import { formatMoney } from '#projections/bill/format-money.ts';
import type { Config } from '#server/platform/config/config.ts';
import { findLanguage } from '#server/platform/http/language.ts';
import type { Clock } from '#server/platform/lifecycle/clock.ts';
import { startWork } from '#server/platform/lifecycle/start-work.ts';
import { postPush } from '#server/platform/push/post-push.ts';
import { loadPushKeys, type PushKeyDeps } from '#server/platform/push/push-keys.ts';
import {
  deleteForgotten,
  deleteSubscriptions,
  readLiveSubscription,
  recordPush,
} from '#server/platform/push/subscriptions.ts';
import { getServerText } from '#server/platform/server-texts.ts';
import { attemptDue, pauseAfter } from '#server/platform/store/due-rows.ts';
import type { Database } from '#server/platform/store/schema.ts';
import type { PushNews } from './queue-pushes.ts';

type Row = Selectable<Database['pushes']>;

export interface SendDeps extends PushKeyDeps {
  readonly clock: Clock;
  readonly config: Pick<Config, 'webhookNetworks'>;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
}

/** How often due notifications are looked for, ms. */
const lookEveryMs = 1_000;
const timeoutMs = 10_000;
/** Longer than an attempt takes, ms. */
const leaseMs = 2 * timeoutMs;
const atOnce = 50;
/** A notification is dropped after this time, ms. */
const droppedAfterMs = 5 * 60_000;
const cleanEveryMs = 60 * 60_000;

export function startSendingPushes(deps: SendDeps) {
  let cleanedAt = Number.NEGATIVE_INFINITY;
  return startWork({
    once: async () => {
      const now = deps.clock.now();
      if (now - cleanedAt >= cleanEveryMs) {
        cleanedAt = now;
        await deleteForgotten(deps.db, now);
      }
      return await sendPushes(deps);
    },
    lookEveryMs,
    onError: (error) =>
      deps.log.error({ err: error }, 'notifications could not be sent; the server tries again'),
  });
}

/** Sends the notifications that are due. @returns their number */
export async function sendPushes(deps: SendDeps): Promise<number> {
  const { db, clock, log } = deps;
  return await attemptDue(
    db,
    'pushes',
    {
      now: clock.now(),
      leaseMs,
      atOnce,
      onError: (error, push) =>
        log.error({ err: error, push }, 'a notification could not be sent; the server tries again'),
    },
    async (row) => await attempt(deps, row),
  );
}

async function attempt(deps: SendDeps, row: Row): Promise<void> {
  const { db, clock } = deps;
  const next = await send(deps, row);
  if (next === undefined || next - row.created_at > droppedAfterMs)
    await db.deleteFrom('pushes').where('id', '=', row.id).execute();
  else
    await db
      .updateTable('pushes')
      .set({ attempts: row.attempts + 1, next_at: Math.max(next, clock.now()) })
      .where('id', '=', row.id)
      .execute();
}

/** @returns when to try again, ms; undefined if it is done or hopeless */
async function send(deps: SendDeps, row: Row): Promise<number | undefined> {
  const { db, clock, config } = deps;
  const now = clock.now();
  const leftMs = row.created_at + droppedAfterMs - now;
  const target = await readLiveSubscription(db, row.subscription, now);
  const keys = await loadPushKeys(deps);
  if (leftMs <= 0 || !target || !keys) return undefined;
  const { endpoint, p256dh, auth, origin: subject } = target;
  const language = findLanguage(target.language ?? '') ?? defaultLanguage;
  const isKitchen = target.role === 'kitchen' || target.station !== null;
  const text = JSON.stringify(writeMessage(row, { language, isKitchen }));
  const outcome = await postPush(
    { endpoint, p256dh, auth, text, ttlSeconds: Math.ceil(leftMs / 1_000) },
    { keys, subject, networks: config.webhookNetworks, timeoutMs },
  );
  if (outcome.kind === 'gone') await deleteSubscriptions(db, { id: row.subscription });
  else await recordPush(db, row.subscription, 'problem' in outcome ? outcome.problem : null);
  if (outcome.kind !== 'later') return undefined;
  return clock.now() + Math.max(pauseAfter(row.attempts), outcome.afterMs ?? 0);
}

interface Reader {
  readonly language: LanguageCode;
  readonly isKitchen: boolean;
}

function writeMessage({ id: tag, body }: Row, { language, isKitchen }: Reader): PushMessage {
  const news = JSON.parse(body) as PushNews;
  const where =
    news.tableName === null
      ? getServerText(language, 'push.toGo')
      : getServerText(language, 'push.table', { name: news.tableName });
  switch (news.kind) {
    case 'orders': {
      const { serial, dishes } = news;
      const title = getServerText(language, 'push.order', { where });
      const text = getServerText(language, 'push.dishes', { serial, dishes });
      return { title, body: text, language, view: isKitchen ? 'kitchen' : 'orders', tag };
    }
    case 'calls': {
      const text = getServerText(language, `push.calls.${news.help}`);
      return { title: where, body: text, language, view: 'tables', tag };
    }
    case 'payments': {
      const price = formatMoney(news.amount, news.currency, language);
      const text = getServerText(language, 'push.paid', { price });
      return { title: where, body: text, language, view: 'orders', tag };
    }
  }
}
