/** The kitchen stations of a restaurant (bar, grill, …), the station of each dish, and the printers. */
import { readOnce } from '#server/platform/store/read-once.ts';
import type { Db } from '#server/platform/store/transactions.ts';
import { joinList } from '#locales/join-list.ts';
import type { LanguageCode } from '#contract/http/headers.ts';
import { readCategories } from './categories.ts';
import { findSettings } from './merchants.ts';
import { readPrinters, type Printer } from './printers.ts';
import { chooseText, type Station, type StoredProduct } from './whole-merchant.ts';

/** A station with the printer at which it prints. */
export interface StationInUse extends Pick<Station, 'id' | 'name'> {
  readonly printer?: Printer;
}

export interface Stations {
  /** Empty if the restaurant has no stations. */
  readonly all: readonly StationInUse[];
  readonly printers: readonly Printer[];
  /**
   * Returns the id of the station: the dish's own, else its category's, else the first. A dish that is no longer on the
   * menu goes to the first, too. Empty without stations.
   */
  stationOf(dish: { readonly productId: string; readonly categoryId: string }): string;
}

/** The printer that also prints bills and receipts. */
export function findBillPrinter(printers: readonly Printer[]): Printer | undefined {
  return printers.find(({ bills }) => bills);
}

/** The printer whose drawer opens: that of the bills, if it has one. */
export function findDrawerPrinter(printers: readonly Printer[]): Printer | undefined {
  const withDrawer = printers.filter(({ drawer }) => drawer);
  return findBillPrinter(withDrawer) ?? withDrawer[0];
}

/** The language in which a printer writes. One without Chinese characters could not print Chinese texts. */
export function readStationLanguage({
  way = 'network',
  charset,
  language,
}: Pick<Printer, 'charset' | 'language'> & Partial<Pick<Printer, 'way'>>): LanguageCode {
  return way === 'network' && charset === 'latin' ? 'en-US' : language;
}

/** The printer's own name, or the names of its stations. */
export function namePrinter(
  { name, way, stations }: Printer,
  all: readonly Pick<Station, 'id' | 'name'>[],
  language: LanguageCode,
): string {
  const names = all.filter(({ id }) => stations.includes(id)).map((each) => chooseText(each.name, language));
  return name || joinList(names, language) || wayNames[way];
}

const wayNames: Readonly<Record<Printer['way'], string>> = {
  network: 'ESC/POS',
  star: 'Star CloudPRNT',
  epson: 'Epson Server Direct Print',
};

export async function readStations(db: Db, merchantId: string): Promise<Stations> {
  return await readOnce(db, `stations ${merchantId}`, async () => await readStationRows(db, merchantId));
}

async function readStationRows(db: Db, merchantId: string): Promise<Stations> {
  const { stations = [] } = (await findSettings(db, merchantId)) ?? {};
  const printers = await readPrinters(db, merchantId);
  const all = stations.map(({ id, name }) => {
    const printer = printers.find((each) => each.stations.includes(id));
    return { id, name, ...(printer && { printer }) };
  });
  if (all.length === 0) return { all, printers, stationOf: () => '' };
  const sections = await readCategories(db, merchantId);
  const categories = new Map(sections.map(({ id, station }) => [id, station]));
  const rows = await db
    .selectFrom('products')
    .select(['id', 'body'])
    .where('merchant_id', '=', merchantId)
    .execute();
  const products = new Map(rows.map(({ id, body }) => [id, (JSON.parse(body) as StoredProduct).station]));
  return {
    all,
    printers,
    stationOf: ({ productId, categoryId }) =>
      products.get(productId) ?? categories.get(categoryId) ?? all[0]!.id,
  };
}
