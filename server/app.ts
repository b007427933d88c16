import { randomInt } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { identify, type AuthDeps } from './ordering/auth/identify.ts';
import { createTokens } from './ordering/auth/tokens.ts';
import type { CartDeps } from './ordering/cart/change-cart.ts';
import { metricSubscriptions } from './ordering/order-metrics.ts';
import { portionSubscriptions } from './ordering/orders/count-portions.ts';
import { webhookSubscriptions } from './back-office/webhooks/queue-deliveries.ts';
import { ticketSubscriptions } from './service/kitchen/queue/queue-tickets.ts';
import { announcementSubscriptions } from './ordering/realtime/announcements.ts';
import { createSubscribers, type Subscription } from './ordering/subscribers.ts';
import { cartRoutes } from './ordering/cart/routes.ts';
import { startBringingBack } from './service/fulfilment/bring-back.ts';
import { readFirstAnswers } from './menu/first-answers.ts';
import { menuRoutes } from './menu/routes.ts';
import { serveSitemaps } from './menu/sitemaps.ts';
import { couponRoutes } from './menu/coupons/routes.ts';
import { serveApiDocs } from './platform/http/docs/api-docs.ts';
import { refuseForeignWrites } from './platform/http/guard/foreign-writes.ts';
import { createHttpApp } from './platform/http/http-app.ts';
import { logOptions } from './platform/http/logging.ts';
import { createBuildFiles } from './platform/http/phone/build-files.ts';
import { servePhoneApp } from './platform/http/phone/phone-app.ts';
import { registerRoutes } from './platform/http/routes/register-routes.ts';
import type { Route } from './platform/http/routes/route.ts';
import { startHubServer, type HubServer } from './platform/hub/hub-server.ts';
import { restaurantLimits } from './platform/hub/limits.ts';
import type { HubOptions } from './platform/hub/hub.ts';
import type { MemberDeps } from './ordering/members/login.ts';
import { memberRoutes } from './ordering/members/routes.ts';
import { menuEditorRoutes } from './back-office/menu-editor/routes.ts';
import { startPublishing } from './back-office/menu-editor/schedule.ts';
import { drawnPicturesDir, ownPicturesDir } from './menu/menu-file/pictures.ts';
import { pictureRoutes } from './back-office/menu-editor/picture-routes.ts';
import { serveDemoInbox } from './platform/sms/inbox-page.ts';
import type { OrderCodeDeps } from './platform/sms/order-codes.ts';
import { smsRoutes } from './platform/sms/routes.ts';
import { behaviourRoutes } from './platform/monitoring/behaviour.ts';
import { exposeHub, exposePool } from './platform/monitoring/gauges.ts';
import { serveHealth } from './platform/monitoring/health.ts';
import { createMetrics, measureRequests } from './platform/monitoring/metrics.ts';
import { serveControl } from './back-office/admin/control.ts';
import { createAdmin } from './back-office/admin/admin.ts';
import { seedDemo } from './back-office/admin/seed-demo.ts';
import type { OrderDeps } from './ordering/orders/placing/place-order.ts';
import { orderRoutes } from './ordering/orders/routes.ts';
import { deskRoutes } from './service/fulfilment/routes.ts';
import { startCountingDays } from './back-office/sales-reports/count-days.ts';
import { salesReportRoutes } from './back-office/sales-reports/routes.ts';
import { warnOfPaymentPages } from './service/payments/payment-page.ts';
import { paymentRoutes } from './service/payments/routes.ts';
import { startClosingPaid } from './service/fulfilment/party/close-paid.ts';
import { startPrinting } from './service/kitchen/queue/print-queue.ts';
import { randomIds, type Clock, type Ids, type Random } from './platform/lifecycle/clock.ts';
import type { LogLevel } from './platform/config/config-values.ts';
import type { Config } from './platform/config/config.ts';
import { portError } from './platform/lifecycle/start-error.ts';
import { announceMenuChanged } from './ordering/realtime/announce.ts';
import { createHubs, endpointOf, ownHub } from './ordering/realtime/hubs.ts';
import { realtimeRoutes } from './ordering/realtime/routes.ts';
import { createFirstCode } from './back-office/settings/set-up.ts';
import { settingsRoutes } from './back-office/settings/routes.ts';
import { createStaffPasswords, shortSecret } from './service/staff/access/passwords.ts';
import { endSessionsOfOtherPasswords } from './service/staff/access/staff-sessions.ts';
import { identifyStaff } from './service/staff/access/identify-staff.ts';
import { staffRoutes, type StaffDeps } from './service/staff/routes.ts';
import { loadSecret } from './platform/store/meta.ts';
import { reportRoutes } from './ordering/problem-reports/routes.ts';
import { privacyRoutes } from './back-office/privacy/routes.ts';
import { scheduleRetention } from './back-office/privacy/retention.ts';
import { scheduleBackups } from './platform/store/backup/backup-schedule.ts';
import { openStore } from './platform/store/open-store.ts';
import { renameRestoredSessions } from './platform/store/backup/restored-sessions.ts';
import { observeTransactions, type Db } from './platform/store/transactions.ts';
import { recordWrite, onStorageFault, storageFaults } from './platform/store/storage-health.ts';
import { startNumberingOrders } from './platform/store/migrations/number-orders.ts';
import { startWebhooks } from './back-office/webhooks/deliver-webhooks.ts';
import { posRoutes } from './back-office/webhooks/routes.ts';
import { tableRoutes } from './ordering/tables/routes.ts';

export interface ServerOptions {
  readonly clock?: Clock;
  readonly ids?: Ids;
  readonly random?: Random;
  readonly host?: string;
  readonly logLevel?: LogLevel;
  readonly logStream?: { write(line: string): void };
  readonly print?: (line: string) => void;
  readonly checkAnswers?: boolean;
  readonly appDir?: string;
  /** Beside the product's own; for benches. */
  readonly moreRoutes?: (deps: Deps) => readonly Route[];
  readonly moreSubscriptions?: readonly Subscription[];
}

export type Deps = AuthDeps &
  CartDeps &
  OrderDeps &
  MemberDeps &
  OrderCodeDeps &
  StaffDeps & { readonly config: Config };

export interface TableServer {
  readonly app: FastifyInstance;
  readonly db: Db;
  readonly deps: Deps;
  /** In a demonstration it holds for merchants whose staff have none configured, unless the installation has. */
  readonly staffPassword: string;
  /** CX28: makes the first restaurant; undefined where there is one. */
  readonly setUpCode: string | undefined;
  readonly address: string;
  readonly port: number;
  /** Answers what is under way, then closes the hub and the database. */
  close(): Promise<void>;
}

const realtimePath = '/rt/client/';

const defaultAppDir = fileURLToPath(new URL('../dist', import.meta.url));

/** Starts the table server: database, hub, routes, listening. Rejects with a StartError that names what is wrong. */
export async function createServer(config: Config, options: ServerOptions = {}): Promise<TableServer> {
  const closers: (() => Promise<void>)[] = [];
  const close = async (): Promise<void> => {
    for (const closer of closers.splice(0).toReversed()) await closer();
  };
  try {
    return await start(config, options, closers, close);
  } catch (error) {
    await close();
    throw error;
  }
}

async function start(
  config: Config,
  options: ServerOptions,
  closers: (() => Promise<void>)[],
  close: () => Promise<void>,
): Promise<TableServer> {
  const clock = options.clock ?? { now: Date.now };
  const metrics = createMetrics({ ofProcess: config.metricsToken !== undefined });
  const db = await openStore(config, (facts) => exposePool(metrics.registry, facts));
  observeTransactions(db, metrics.transactionEnded);
  closers.push(() => db.destroy());
  const ids = options.ids ?? randomIds;
  const restored = await renameRestoredSessions(db, { ids, clock });
  if (config.demo) await seedDemo(db, clock.now());

  let hubLog: HubOptions['log'];
  const hub = config.hubs.length === 0 ? await startHub(db, closers, (entry) => hubLog?.(entry)) : undefined;
  if (hub) exposeHub(metrics.registry, hub.hub);
  const hubs = hub ? ownHub(hub) : createHubs(config.hubs);

  const app = await createHttpApp({
    clock,
    logger: logOptions(options.logLevel ?? config.logLevel, options.logStream),
    tls: config.tls,
    onRefusal: metrics.refused,
    onFailure: (error) => recordWrite(db, error),
    trustedProxies: config.trustedProxies,
    corsOrigins: config.corsOrigins,
    connectTo: [
      ...(hub ? [] : hubs.all.map((each) => each.publicUrl ?? endpointOf(each.connectionString))),
      config.publicUrl,
      // A merchant's own server has its id as a label in front.
      ...(config.apiBase ? [config.apiBase, config.apiBase.replace('//', '//*.')] : []),
      config.behaviourLog && URL.canParse(config.behaviourLog.url) ? config.behaviourLog.url : undefined,
    ].filter((url) => url !== undefined),
  });
  closers.push(() => app.close());
  onStorageFault(db, (trouble) => {
    if (trouble) app.log.error({ trouble }, `${storageFaults[trouble]}: nothing can be saved until it can`);
    else app.log.warn('the database can be written again');
  });
  if (restored !== undefined)
    app.log.warn(
      { sessions: restored },
      'the data was put back from a copy: every open table goes on under a new name',
    );
  measureRequests(app, metrics, config.metricsToken);
  refuseForeignWrites(app, config.publicUrl);
  hubLog = ({ level, msg, ...facts }) => app.log[level](facts, msg);

  const staffPassword = shortSecret(await loadSecret(db, 'staff-password'));
  const marks = await loadSecret(db, 'staff-marks');
  // D60: one that is printed is for whoever tries it out.
  const passwords = createStaffPasswords(config, {
    generated: config.demo ? staffPassword : undefined,
    marks,
  });
  await endSessionsOfOtherPasswords({ db, passwords });

  const subscribers = createSubscribers(
    [
      ...webhookSubscriptions(ids),
      ...ticketSubscriptions(),
      ...portionSubscriptions(),
      ...announcementSubscriptions({ db, hubs, log: app.log, metrics }),
      ...metricSubscriptions(metrics),
      ...(options.moreSubscriptions ?? []),
    ],
    { log: app.log },
  );
  const deps: Deps = {
    db,
    config,
    clock,
    ids,
    random: options.random ?? { int: (limit) => randomInt(limit) },
    log: app.log,
    tokens: createTokens(await loadSecret(db, 'token-secret'), clock, config.tokens),
    codeSecret: await loadSecret(db, 'code-secret'),
    print: options.print ?? ((line) => void process.stdout.write(`${line}\n`)),
    hubs,
    hubIsEmbedded: hub !== undefined,
    metrics,
    subscribers,
    passwords,
    deviceSecret: marks,
  };
  // PostgreSQL is open to every command; the SQLite file is this process's own.
  if (config.databaseUrl === undefined) {
    const menuChanged = async (merchantId: string) => await announceMenuChanged(deps, merchantId);
    const operator = createAdmin({ db, now: clock.now, menuChanged });
    const closeControl = await serveControl(config.dataDir, operator);
    if (closeControl) closers.push(closeControl);
    const { backups: plan } = config;
    if (plan)
      closers.push(scheduleBackups({ plan, clock, log: app.log, backUp: (path) => operator.backUp(path) }));
  }

  const { retentionDays: days } = config;
  if (days > 0) closers.push(scheduleRetention({ db, clock, days, log: app.log }));

  const closing = startClosingPaid(deps);
  closers.push(() => Promise.resolve(closing.close()));

  const backing = startBringingBack(deps);
  closers.push(() => backing.close());

  const printing = startPrinting(deps);
  closers.push(() => printing.close());

  const publishing = startPublishing(deps);
  closers.push(() => publishing.close());

  const counting = startCountingDays(deps);
  closers.push(() => counting.close());

  const numbering = startNumberingOrders(deps.db, (error) =>
    deps.log.error({ err: error }, 'the orders of before could not be numbered'),
  );
  if (numbering) closers.push(() => numbering.close());

  const merchantCalls = startWebhooks(deps);
  closers.push(() => merchantCalls.close());

  const routes = [
    ...menuRoutes(deps),
    ...memberRoutes(deps),
    ...privacyRoutes(deps),
    ...reportRoutes(deps),
    ...tableRoutes(deps),
    ...smsRoutes(deps),
    ...couponRoutes(deps),
    ...behaviourRoutes(deps),
    ...cartRoutes(deps),
    ...orderRoutes(deps),
    ...deskRoutes(deps),
    ...paymentRoutes(deps),
    ...realtimeRoutes(deps),
    ...staffRoutes(deps),
    ...menuEditorRoutes(deps),
    ...settingsRoutes(deps),
    ...salesReportRoutes(deps),
    ...posRoutes(deps),
    ...pictureRoutes(deps),
    ...(options.moreRoutes?.(deps) ?? []),
  ];
  registerRoutes(
    app,
    routes,
    (need, credentials) =>
      need === 'staff' ? identifyStaff(deps, credentials) : identify(deps, need, credentials),
    {
      checkAnswers: options.checkAnswers ?? false,
      requestsPerMinute: config.requestsPerMinute,
      now: () => clock.now(),
    },
  );
  serveHealth(app, deps);
  serveApiDocs(app, config.publicUrl);
  if (config.hasInbox) serveDemoInbox(app, db);
  serveSitemaps(app, db, config.publicUrl);
  const { publicUrl: origin, redirects, allowedOrigins, apiBase, behaviourLog } = config;
  const site = { origin, redirects, allowedOrigins, apiBase, behaviourLog };
  const picturesDirs = [ownPicturesDir(config.dataDir), drawnPicturesDir];
  // Where the phones ask somebody else, that one has the last word.
  const firstAnswers = apiBase ? undefined : readFirstAnswers(db, clock);
  const appDir = options.appDir ?? defaultAppDir;
  const keptFiles = createBuildFiles(db, clock);
  await servePhoneApp(app, { appDir, picturesDirs, site, firstAnswers, keptFiles });
  passUpgrades(app, hub);

  await warnOfPaymentPages(deps);
  const setUpCode = await createFirstCode(deps);
  const address = await listen(app, config.port, options.host ?? '0.0.0.0');
  const { port } = app.server.address() as AddressInfo;
  return { app, db, deps, staffPassword, setUpCode, address, port, close };
}

async function startHub(
  db: Db,
  closers: (() => Promise<void>)[],
  log: HubOptions['log'] & {},
): Promise<HubServer> {
  const hub = await startHubServer({
    accessKey: await loadSecret(db, 'hub-access-key'),
    limits: restaurantLimits,
    log,
  });
  closers.push(hub.close);
  return hub;
}

function passUpgrades(app: FastifyInstance, hub: HubServer | undefined): void {
  // An upgraded connection would hold up the server's close for ever.
  if (hub) app.addHook('preClose', hub.hub.close);
  app.server.on('upgrade', (request, socket, head) => {
    const isForHub = hub !== undefined && request.url?.startsWith(realtimePath) === true;
    if (!isForHub || !hub.hub.handleUpgrade(request, socket, head)) socket.destroy();
  });
}

async function listen(app: FastifyInstance, port: number, host: string): Promise<string> {
  try {
    return await app.listen({ port, host });
  } catch (error) {
    throw portError(error, 'PORT', port);
  }
}
