import { randomInt } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { createWebhookSubscriptions } from '../back-office/webhooks/queue-deliveries.ts';
import { createTokens } from '../ordering/auth/tokens.ts';
import { createMetricSubscriptions } from '../ordering/order-metrics.ts';
import { createPortionSubscriptions } from '../ordering/orders/count-portions.ts';
import { createAnnouncementSubscriptions } from '../ordering/realtime/announcements.ts';
import { createSubscribers } from '../ordering/subscribers.ts';
import type { Config } from '../platform/config/config.ts';
import type { Limiters } from '../platform/http/routes/limiters.ts';
import type { Clock, Ids } from '../platform/lifecycle/clock.ts';
import type { Metrics } from '../platform/monitoring/metrics.ts';
import { createCallProvider } from '../platform/connections/call-provider.ts';
import { encryptAgain } from '../platform/connections/connections.ts';
import { createSmtpSender } from '../platform/mail/smtp.ts';
import { loadKeys } from '../platform/connections/load-keys.ts';
import { createSecretBox } from '../platform/connections/secret-box.ts';
import { openPictures } from '../platform/pictures/open-pictures.ts';
import { loadSecret } from '../platform/store/meta.ts';
import type { Db } from '../platform/store/transactions.ts';
import { refundSubscriptions } from '../service/payments/refunds/queue-refunds.ts';
import { createReceiptSubscriptions } from '../service/kitchen/queue/print-receipt.ts';
import { createTicketSubscriptions } from '../service/kitchen/queue/queue-tickets.ts';
import { createPushSubscriptions } from '../service/push/queue-pushes.ts';
import { createPickupSubscriptions } from '../service/pickup/announce-pickup.ts';
import { createStaffPasswords, deriveShortSecret } from '../service/staff/access/passwords.ts';
import { endSessionsOfOtherPasswords } from '../service/staff/access/staff-sessions.ts';
import type { OpenHub } from './hub.ts';
import type { Deps, ServerOptions } from './options.ts';

interface DepsParts {
  readonly app: FastifyInstance;
  readonly db: Db;
  readonly openHub: OpenHub;
  readonly limiters: Limiters;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly metrics: Metrics;
}

/** Loads the secrets of this installation and builds the dependencies of routes and background work. */
export async function composeDeps(
  config: Config,
  options: ServerOptions,
  { app, db, openHub, limiters, clock, ids, metrics }: DepsParts,
): Promise<{ readonly deps: Deps; readonly staffPassword: string }> {
  const { log } = app;
  const { hub } = openHub;
  const staffPassword = deriveShortSecret(await loadSecret(db, 'staff-password'));
  const deviceSecret = await loadSecret(db, 'staff-marks');
  const passwords = createStaffPasswords(config, {
    // The start prints this password, so only a demonstration may use it.
    generated: config.demo ? staffPassword : undefined,
    marks: deviceSecret,
  });
  await endSessionsOfOtherPasswords({ db, passwords });
  const secrets = createSecretBox(loadKeys(config));
  const unreadable = await encryptAgain({ db, secrets });
  if (unreadable > 0)
    log.error(
      { connections: unreadable },
      'connections were encrypted with a key that is missing; put it behind the new one in SECRET_KEY',
    );
  const print = options.print ?? ((line: string) => void process.stdout.write(`${line}\n`));
  const callProvider = createCallProvider(config.providerOrigins);
  const subscriptions = [
    ...createWebhookSubscriptions(ids),
    ...createTicketSubscriptions(),
    ...createReceiptSubscriptions(),
    ...createPortionSubscriptions(),
    ...createPushSubscriptions(ids),
    ...refundSubscriptions({ secrets, config, ids }),
    ...createAnnouncementSubscriptions({ db, hub, log, metrics }),
    ...createMetricSubscriptions(metrics),
    ...createPickupSubscriptions({ db, clock, config, log, print, secrets, callProvider }),
    ...(options.moreSubscriptions ?? []),
  ];
  const deps: Deps = {
    db,
    config,
    clock,
    ids,
    random: options.random ?? { int: (limit) => randomInt(limit) },
    log,
    tokens: createTokens(await loadSecret(db, 'token-secret'), clock, config.tokens),
    codeSecret: await loadSecret(db, 'code-secret'),
    print,
    secrets,
    pictures: openPictures(config),
    callProvider,
    sendBySmtp: createSmtpSender({ allowed: config.mailServers }),
    hub,
    limiters,
    metrics,
    subscribers: createSubscribers(subscriptions, { log }),
    passwords,
    deviceSecret,
  };
  return { deps, staffPassword };
}
