/** CX27: the settings and tables of a restaurant, read and written as a menu file has them. */
import { createHash } from 'node:crypto';
import type { BodyOf } from '#contract/call.ts';
import { codes } from '#contract/codes.ts';
import {
  houseChanged,
  type changeHouse,
  type House,
  type HouseMistakes,
  type HouseSettings,
} from '#contract/calls/house.ts';
import { readRows, wholeOf, type WholeMerchant } from '#server/catalogue/merchant-rows.ts';
import { Refusal, statusRefusal } from '#server/http/routes/route.ts';
import { menuFileOf } from '#server/menu-file/export-menu.ts';
import { checkedMenu } from '#contract/menu-file/checked-menu.ts';
import { asWritten } from '#contract/menu-file/menu-tree.ts';
import { pathText } from '#contract/menu-file/mistake.ts';
import type { LanguageCode } from '#contract/headers.ts';
import { wordsOf } from '#server/menu-file/mistake-words.ts';
import { toMerchant } from '#server/menu-file/to-merchant.ts';
import { lockMenu } from '#server/operator/note-menu-change.ts';
import { writeMerchant } from '#server/operator/write-merchant.ts';
import type { Clock, Ids, Random } from '#server/process/clock.ts';
import { inTransaction, type Db } from '#server/store/transactions.ts';

export interface HouseDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly random: Random;
  readonly config: { readonly dataDir: string };
}

type Wish = BodyOf<typeof changeHouse>;

/** A Refusal 404 where there is no such restaurant. */
export async function wholeRestaurant(db: Db, merchantId: string): Promise<WholeMerchant> {
  const whole = await inTransaction(db, async (trx) => wholeOf(await readRows(trx, merchantId)));
  if (!whole) throw statusRefusal(codes.notFound, 'Unknown merchant');
  return whole;
}

export function houseOf(whole: WholeMerchant): House {
  const { desc, lineLimit, tips, paymentPage, timeZone, dayEndsAt } = whole;
  const settings: HouseSettings = {
    name: whole.shortName,
    description: desc['en-US'] === '' && desc['zh-TW'] === '' ? null : desc,
    themeColor: whole.themeColor,
    currency: whole.currency,
    decimals: String(whole.decimals),
    taxRate: whole.taxRate,
    taxName: whole.taxName,
    serviceChargeRate: whole.serviceChargeRate,
    guestMode: whole.guestMode,
    orderCodeRequired: whole.orderCodeRequired,
    clearTableCartMinutes: String(whole.clearTableCartMinutes),
    lineLimit: lineLimit ?? null,
    tips: (tips ?? []).map(String),
    paymentPage: paymentPage ?? null,
    timeZone: timeZone ?? null,
    dayEndsAt: dayEndsAt === undefined ? null : String(dayEndsAt),
  };
  const tables = whole.tables.map(({ id, name, qrcodeId }) => ({ id, name, qrcode: qrcodeId }));
  return { settings, tables, version: versionOf(settings, tables) };
}

/**
 * Writes what was changed at once. A Refusal 4097 where somebody else changed it since, 400 with every mistake where the
 * menu file would be refused.
 * @param language of the mistakes' words
 */
export async function writeHouse(
  deps: HouseDeps,
  { merchantId, language }: { readonly merchantId: string; readonly language: LanguageCode },
  wish: Wish,
): Promise<House> {
  const { db, clock, ids, random, config } = deps;
  const before = await wholeRestaurant(db, merchantId);
  requireSeen(houseOf(before), wish);
  const checked = checkedMenu(wishedFile(before, wish, ids));
  if (!checked.ok) {
    const mistakes = checked.mistakes.map((mistake) => ({
      path: pathText(mistake.path),
      words: wordsOf(mistake, language),
    }));
    const [first] = mistakes;
    const data: HouseMistakes = { mistakes };
    throw new Refusal(codes.badRequest, first ? `${first.path}: ${first.words}` : '', { data });
  }
  const where = { menuPath: config.dataDir, dataDir: config.dataDir };
  const { whole, pictures } = await toMerchant(checked.file, merchantId, where);
  for (const picture of pictures) await picture.save();
  return await inTransaction(db, async (trx) => {
    await lockMenu(trx, merchantId);
    const now = wholeOf(await readRows(trx, merchantId));
    requireSeen(houseOf(now ?? before), wish);
    const { categories } = now ?? before;
    await writeMerchant(trx, { ...whole, categories }, { now: clock.now(), random, keepSoldOut: true });
    return houseOf(wholeOf(await readRows(trx, merchantId)) ?? whole);
  });
}

/** The restaurant as a menu file, with what was asked for in its place. */
function wishedFile(before: WholeMerchant, { settings, tables }: Wish, ids: Ids): unknown {
  const file = asWritten(menuFileOf(before)) as { merchant: object; tables: readonly { id: string }[] };
  const codes = new Map(before.tables.map(({ id, qrcodeId }) => [id, qrcodeId]));
  return {
    ...file,
    merchant: { ...file.merchant, ...(settings && settingsInFile(settings)) },
    ...(tables && {
      tables: tables.map(({ id = newTableId(before, ids), name }) => {
        const qrcode = codes.get(id);
        return { id, name, ...(qrcode !== undefined && { qrcode }) };
      }),
    }),
  };
}

function settingsInFile(settings: HouseSettings): object {
  const { description, lineLimit, tips, paymentPage, timeZone, dayEndsAt, ...rest } = settings;
  return {
    ...rest,
    description: description ?? undefined,
    lineLimit: lineLimit ?? undefined,
    tips: tips.length > 0 ? tips : undefined,
    paymentPage: paymentPage ?? undefined,
    timeZone: timeZone ?? undefined,
    dayEndsAt: dayEndsAt ?? undefined,
  };
}

function newTableId({ id }: WholeMerchant, ids: Ids): string {
  return `${id}-${ids.next()}`;
}

function requireSeen(there: House, { version }: Wish): void {
  if (there.version !== version)
    throw new Refusal(houseChanged, 'Somebody else has changed this meanwhile', { data: there });
}

function versionOf(...parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 16);
}
