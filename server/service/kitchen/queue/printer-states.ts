import type { PrinterState } from '#contract/calls/kitchen.ts';
import { findBillPrinter, namePrinter, readStations } from '#server/menu/stations.ts';
import type { Printer } from '#server/menu/printers.ts';
import type { LanguageCode } from '#contract/http/headers.ts';
import type { Db } from '#server/platform/store/transactions.ts';

/** A printer that asks does so every few seconds. After this long without a request it is off, ms. */
const absentAfterMs = 2 * 60_000;

/** The state of each printer of a restaurant, and the number of tickets that wait for it. */
export async function readPrinterStates(
  db: Db,
  merchantId: string,
  { language, now }: { readonly language: LanguageCode; readonly now: number },
): Promise<PrinterState[]> {
  const { all, printers } = await readStations(db, merchantId);
  if (printers.length === 0) return [];
  const waiting = await db
    .selectFrom('print_jobs')
    .select(['station', 'printer_id', 'created_at', 'problem'])
    .where('merchant_id', '=', merchantId)
    .where('printed_at', 'is', null)
    .orderBy('created_at')
    .execute();
  const forBills = findBillPrinter(printers);
  return printers.map((printer) => {
    const { id, stations } = printer;
    const own = waiting.filter((job) =>
      job.printer_id === null ? stations.includes(job.station) : job.printer_id === id,
    );
    const problem = own.find((job) => job.problem !== null)?.problem as PrinterState['state'] | undefined;
    return {
      station: all.find((station) => stations.includes(station.id))?.id ?? id,
      printer: id,
      name: namePrinter(printer, all, language),
      ...(forBills?.id === id && { bills: true }),
      state: isAbsent(printer, now) ? 'absent' : (printer.problem ?? problem ?? 'ok'),
      waiting: own.length,
      since: own[0]?.created_at ?? null,
    };
  });
}

function isAbsent({ way, askedAt }: Printer, now: number): boolean {
  return way !== 'network' && (askedAt === null || askedAt < now - absentAfterMs);
}
