import type { PrinterState } from '#contract/calls/kitchen.ts';
import { findBillStation, readStations } from '#server/menu/stations.ts';
import { chooseText } from '#server/menu/whole-merchant.ts';
import type { LanguageCode } from '#contract/http/headers.ts';
import type { Db } from '#server/platform/store/transactions.ts';

/** The state of each printer of a restaurant, and the number of tickets that wait for it. */
export async function readPrinterStates(
  db: Db,
  merchantId: string,
  language: LanguageCode,
): Promise<PrinterState[]> {
  const { all } = await readStations(db, merchantId);
  const printing = all.filter(({ printer }) => printer);
  if (printing.length === 0) return [];
  const waiting = await db
    .selectFrom('print_jobs')
    .select(['station', 'created_at', 'problem'])
    .where('merchant_id', '=', merchantId)
    .where('printed_at', 'is', null)
    .orderBy('created_at')
    .execute();
  const forBills = findBillStation(all);
  return printing.map(({ id, name }) => {
    const own = waiting.filter(({ station }) => station === id);
    const problem = own.find((job) => job.problem !== null)?.problem as
      | PrinterState['state']
      | null
      | undefined;
    return {
      station: id,
      name: chooseText(name, language),
      ...(forBills?.id === id && { bills: true }),
      state: problem ?? 'ok',
      waiting: own.length,
      since: own[0]?.created_at ?? null,
    };
  });
}
