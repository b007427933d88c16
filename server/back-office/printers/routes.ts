/** The calls of the page where owners and managers set up printers and kitchen stations. */
import type { BodyOf } from '#contract/http/call.ts';
import type { LanguageCode } from '#contract/http/headers.ts';
import { readPrinterAddress } from '#contract/menu-file/printer-address.ts';
import {
  listPrinters,
  mostPrinters,
  printerRefused,
  removePrinter,
  savePrinter,
  saveStations,
  testPrinter,
  type PrinterRefusal,
  type PrinterSettings,
  type PrinterSetUp,
} from '#contract/calls/printers.ts';
import { readPrinters, readPrinterSettings, storePrinter } from '#server/menu/printers.ts';
import { readStations } from '#server/menu/stations.ts';
import { readDraft } from '#server/back-office/menu-editor/draft.ts';
import { writeMerchant } from '#server/back-office/admin/write-merchant.ts';
import type { StaffDeps } from '#server/service/staff/routes.ts';
import { Refusal, type Route } from '#server/platform/http/routes/route.ts';
import type { Ids, Random } from '#server/platform/lifecycle/clock.ts';
import { runInTransaction, type Trx } from '#server/platform/store/transactions.ts';
import { createPollSecret } from '#server/service/kitchen/polled/poll-secret.ts';
import { readPrinterStates } from '#server/service/kitchen/queue/printer-states.ts';
import { queueTest } from '#server/service/kitchen/queue/queue-tickets.ts';
import { defineStaffRoute } from '#server/service/staff/staff-route.ts';
import type { Config } from '#server/platform/config/config.ts';

export type PrinterDeps = Pick<StaffDeps, 'db' | 'clock' | 'subscribers'> & {
  readonly ids: Ids;
  readonly random: Random;
  readonly config: Pick<Config, 'publicUrl' | 'printerPorts'>;
};

/** Paper costs money, and a drawer should not be opened without end. */
const testRate = { perMinute: 10, atOnce: 5 };

export function createPrinterRoutes(deps: PrinterDeps): Route[] {
  const { db, clock, subscribers } = deps;
  const answer = async (merchantId: string, language: LanguageCode, secretPath?: string) => {
    subscribers.notify('staffViewChanged', { merchantId });
    return {
      setUp: await readSetUp(deps, merchantId, language),
      ...(secretPath !== undefined && { secretPath }),
    };
  };
  return [
    defineStaffRoute(listPrinters, async (merchantId, { who: { language } }) =>
      readSetUp(deps, merchantId, language),
    ),
    defineStaffRoute(savePrinter, async (merchantId, { body, who: { language } }) => {
      const path = await runInTransaction(db, (trx) => save(trx, deps, merchantId, body));
      return await answer(merchantId, language, path);
    }),
    defineStaffRoute(removePrinter, async (merchantId, { body: { id }, who: { language } }) => {
      await requirePrinter(deps, merchantId, id);
      await db.deleteFrom('printers').where('merchant_id', '=', merchantId).where('id', '=', id).execute();
      return await answer(merchantId, language);
    }),
    defineStaffRoute(
      testPrinter,
      async (merchantId, { body: { id }, who: { language } }) => {
        await requirePrinter(deps, merchantId, id);
        const test = { key: `test-${deps.ids.next()}`, printerId: id };
        await runInTransaction(db, (trx) => queueTest(trx, { merchantId, now: clock.now() }, test));
        return await answer(merchantId, language);
      },
      testRate,
    ),
    defineStaffRoute(saveStations, async (merchantId, { body, who: { language } }, { by }) => {
      await runInTransaction(db, (trx) => replaceStations(trx, deps, { merchantId, by: by.name }, body));
      return await answer(merchantId, language);
    }),
  ];
}

async function readSetUp(
  { db, clock, config }: PrinterDeps,
  merchantId: string,
  language: LanguageCode,
): Promise<PrinterSetUp> {
  const { all, printers } = await readStations(db, merchantId);
  const states = await readPrinterStates(db, merchantId, { language, now: clock.now() });
  return {
    stations: all.map(({ id, name }) => ({ id, name })),
    printers: printers.map((printer, place) => ({
      id: printer.id,
      ...readPrinterSettings(printer),
      stations: printer.stations.filter((id) => all.some((station) => station.id === id)),
      state: states[place]!,
      askedAt: printer.askedAt,
      printedAt: printer.printedAt,
    })),
    publicUrl: config.publicUrl ?? null,
    ports: config.printerPorts,
  };
}

async function requirePrinter(
  { db }: Pick<PrinterDeps, 'db'>,
  merchantId: string,
  id: string,
): Promise<void> {
  const printers = await readPrinters(db, merchantId);
  if (!printers.some((printer) => printer.id === id)) throw refuse('unknownPrinter');
}

/** @returns the secret path, if the printer got one */
async function save(
  trx: Trx,
  { clock, ids, config }: PrinterDeps,
  merchantId: string,
  { id, printer, newPath = false }: BodyOf<typeof savePrinter>,
): Promise<string | undefined> {
  const there = await readPrinters(trx, merchantId);
  const before = there.find((each) => each.id === id);
  if (id !== undefined && !before) throw refuse('unknownPrinter');
  if (!before && there.length >= mostPrinters) throw refuse('tooMany');
  const { all } = await readStations(trx, merchantId);
  if (!printer.stations.every((station) => all.some((each) => each.id === station)))
    throw refuse('unknownStation');
  const settings = checkAddress(printer, before, config);
  const printerId = id ?? ids.next();
  const { way } = printer;
  const needsSecret = newPath || before?.way !== way;
  const secret = way !== 'network' && needsSecret ? createPollSecret(way) : undefined;
  const secretHash = way === 'network' ? null : secret?.hash;
  await storePrinter(
    trx,
    merchantId,
    { id: printerId, settings, ...(secretHash !== undefined && { secretHash }) },
    clock.now(),
  );
  return secret?.path;
}

/**
 * Only an operator may let the server connect to any port of its network. An address that an operator's menu file has
 * brought along stays allowed.
 */
function checkAddress(
  printer: PrinterSettings,
  before: PrinterSettings | undefined,
  { printerPorts: { from, to } }: PrinterDeps['config'],
): PrinterSettings {
  if (printer.way !== 'network') return { ...printer, address: '' };
  const address = printer.address.trim();
  if (before?.address === address) return { ...printer, address };
  const target = readPrinterAddress(address);
  if (!target) throw refuse('badAddress');
  if (target.port < from || target.port > to) throw refuse('badPort', `Use a port from ${from} to ${to}`);
  return { ...printer, address };
}

/** A station that the menu names cannot be removed. Its dishes would not be printed anywhere. */
async function replaceStations(
  trx: Trx,
  { ids, clock, random }: PrinterDeps,
  { merchantId, by }: { readonly merchantId: string; readonly by: string },
  { stations }: BodyOf<typeof saveStations>,
): Promise<void> {
  const { whole } = await readDraft(trx, merchantId, true);
  const known = new Set(whole.stations?.map(({ id }) => id));
  const next = stations.map(({ id, name }) => ({ id: id ?? ids.next(), name }));
  if (stations.some(({ id }) => id !== undefined && !known.has(id))) throw refuse('unknownStation');
  const kept = new Set(next.map(({ id }) => id));
  const named = whole.categories.flatMap(({ station, products }) => [
    station,
    ...products.map((product) => product.station),
  ]);
  if (named.some((id) => id !== undefined && !kept.has(id))) throw refuse('stationInUse');
  const { stations: _before, ...rest } = whole;
  await writeMerchant(
    trx,
    { ...rest, ...(next.length > 0 && { stations: next }) },
    { now: clock.now(), random, keepSoldOut: true, by: { name: by, way: 'page' } },
  );
}

const refusalWords: Readonly<Record<PrinterRefusal, string>> = {
  badAddress: 'This is no address of a printer',
  badPort: 'This port is not allowed',
  unknownPrinter: 'There is no such printer',
  unknownStation: 'There is no such station',
  tooMany: 'There are too many printers',
  stationInUse: 'Dishes are made at this station',
};

function refuse(reason: PrinterRefusal, words = refusalWords[reason]): Refusal {
  return new Refusal(printerRefused, words, { data: { reason } });
}
