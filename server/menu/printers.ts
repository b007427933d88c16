/**
 * The printers of a restaurant. Owners and managers change them on a page; a menu file may bring network printers along.
 *
 * A station prints at one printer, and one printer prints the bills. `storePrinter` takes both away from the others.
 */
import { isDeepStrictEqual } from 'node:util';
import type { PrinterSettings } from '#contract/calls/printers.ts';
import type { PrinterProblem } from '#contract/calls/kitchen.ts';
import type { Db, Trx } from '#server/platform/store/transactions.ts';
import type { FilePrinter, Station, WholeMerchant } from './whole-merchant.ts';

export interface Printer extends PrinterSettings {
  readonly id: string;
  /** What a printer that asks the server last reported; null: nothing. */
  readonly problem: PrinterProblem | null;
  readonly askedAt: number | null;
  readonly printedAt: number | null;
}

/** Lists the printers of a restaurant, the oldest first. */
export async function readPrinters(db: Db, merchantId: string): Promise<Printer[]> {
  const rows = await db
    .selectFrom('printers')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(({ id, body, problem, asked_at, printed_at }) => ({
    ...(JSON.parse(body) as PrinterSettings),
    id,
    problem: problem as PrinterProblem | null,
    askedAt: asked_at,
    printedAt: printed_at,
  }));
}

export interface StoredPrinter {
  readonly id: string;
  readonly settings: PrinterSettings;
  /** undefined: it keeps its secret. */
  readonly secretHash?: string | null;
}

/** Saves a printer, and takes its stations and the bills away from the others. */
export async function storePrinter(
  trx: Trx,
  merchantId: string,
  { id, settings, secretHash }: StoredPrinter,
  now: number,
): Promise<void> {
  for (const other of await readPrinters(trx, merchantId)) {
    if (other.id === id) continue;
    const stations = other.stations.filter((station) => !settings.stations.includes(station));
    const bills = other.bills && !settings.bills;
    if (stations.length < other.stations.length || bills !== other.bills)
      await trx
        .updateTable('printers')
        .set({ body: JSON.stringify({ ...readPrinterSettings(other), stations, bills }) })
        .where('id', '=', other.id)
        .execute();
  }
  const body = JSON.stringify(settings);
  const row = { id, merchant_id: merchantId, body, secret_hash: secretHash ?? null, created_at: now };
  await trx
    .insertInto('printers')
    .values({ ...row, asked_at: null, problem: null, printed_at: null })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({
        body,
        problem: null,
        ...(secretHash !== undefined && { secret_hash: secretHash, asked_at: null }),
      }),
    )
    .execute();
}

/** The settings of a printer, without its state. */
export function readPrinterSettings(printer: Printer): PrinterSettings {
  const { name, way, address, charset, columns, language, stations, bills, autoReceipt, drawer } = printer;
  const automatic = autoReceipt === undefined ? {} : { autoReceipt };
  return { name, way, address, charset, columns, language, stations, bills, ...automatic, drawer };
}

/** Returns the station without its printer, as the database stores it. */
export function removePrinter({ id, name }: Station): Station {
  return { id, name };
}

/** Adds the network printers to the stations, as a menu file has them. */
export function addPrinters(stations: readonly Station[], printers: readonly Printer[]): Station[] {
  return stations.map((station) => {
    const printer = printers.find((each) => each.stations.includes(station.id));
    return printer?.way === 'network' ? { ...station, printer: toFilePrinter(printer) } : station;
  });
}

function toFilePrinter({ address, charset, columns, language, bills }: Printer): FilePrinter {
  return { address, charset, columns, language, ...(bills && { bills }) };
}

export interface PrinterOfFile {
  readonly id: string;
  readonly settings: PrinterSettings;
  readonly isNew: boolean;
}

/**
 * Returns the printers to save for the stations of a menu file. A printer that asks the server stays, because a menu file
 * cannot describe it. Stations with equal printers share one.
 */
export function planPrinters(
  { id: merchantId, stations = [] }: Pick<WholeMerchant, 'id' | 'stations'>,
  there: readonly Printer[],
): PrinterOfFile[] {
  const wanted: { readonly printer: FilePrinter; readonly stations: string[] }[] = [];
  for (const { id, printer } of stations) {
    const asks = there.some((each) => each.way !== 'network' && each.stations.includes(id));
    if (!printer || asks) continue;
    const same = wanted.find((each) => isDeepStrictEqual(each.printer, printer));
    if (same) same.stations.push(id);
    else wanted.push({ printer, stations: [id] });
  }
  const taken = new Set<string>();
  const named = new Set(wanted.flatMap((each) => each.stations));
  return wanted.flatMap(({ printer, stations: own }) => {
    const before = there.find((each) => !taken.has(each.id) && each.stations.some((id) => own.includes(id)));
    const id =
      before?.id ?? createPrinterId(merchantId, own[0]!, [...there.map((each) => each.id), ...taken]);
    taken.add(id);
    const others = before?.stations.filter((each) => !named.has(each)) ?? [];
    const { bills = false, ...fields } = printer;
    const kept = before ? readPrinterSettings(before) : { name: '', drawer: false };
    const settings: PrinterSettings = {
      ...kept,
      ...fields,
      way: 'network',
      bills,
      stations: [...others, ...own],
    };
    const isSame = before && isDeepStrictEqual(readPrinterSettings(before), settings);
    return isSame ? [] : [{ id, settings, isNew: !before }];
  });
}

/** Not random, so that a dry run and the import name the same printer. */
function createPrinterId(merchantId: string, station: string, others: readonly string[]): string {
  const id = `${merchantId}-${station}`;
  return others.includes(id) ? createPrinterId(merchantId, `${station}-2`, others) : id;
}
