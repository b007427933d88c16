/** CX27: the settings and tables of a restaurant, read and written as a menu file has them. */
import { createHash } from 'node:crypto';
import type { BodyOf } from '#contract/http/call.ts';
import { codes } from '#contract/codes.ts';
import { houseChanged, type changeHouse, type House, type HouseSettings } from '#contract/calls/house.ts';
import { readRows, wholeOf, type WholeMerchant } from '#server/catalogue/merchant-rows.ts';
import { Refusal, statusRefusal } from '#server/http/routes/route.ts';
import { menuFileOf } from '#server/menu-file/export-menu.ts';
import { checkedMenu } from '#contract/menu-file/checked-menu.ts';
import { asWritten } from '#contract/menu-file/menu-tree.ts';
import type { LanguageCode } from '#contract/http/headers.ts';
import { refusedFor } from '#server/menu-file/mistake-words.ts';
import { settingsOf, tablesOf, type Settings } from '#server/menu-file/to-merchant.ts';
import { readDraft, writeDraft } from '#server/menu-draft/draft.ts';
import { writeMerchant } from '#server/operator/write-merchant.ts';
import type { Clock, Ids, Random } from '#server/process/clock.ts';
import { inTransaction, type Db } from '#server/store/transactions.ts';
import { draftInDecimals, inDecimals, namingFinePrices, wholeInDecimals } from './decimals.ts';

export interface HouseDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly random: Random;
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

interface Asked {
  readonly merchantId: string;
  readonly language: LanguageCode;
  /** Whose it is where prices come to have fewer decimals. */
  readonly author: string;
}

/**
 * Writes what was asked for at once, over whatever else is live. A Refusal 4097 where somebody else changed it since, 400 with every mistake where the
 * menu file would be refused.
 * @param language of the mistakes' words
 */
export async function writeHouse(
  deps: HouseDeps,
  { merchantId, language, author }: Asked,
  wish: Wish,
): Promise<House> {
  const { db, clock, ids, random } = deps;
  return await inTransaction(db, async (trx) => {
    const draft = await readDraft(trx, merchantId, true);
    const { whole } = draft;
    requireSeen(houseOf(whole), wish);
    const decimals = decimalsIn(wish) ?? whole.decimals;
    const isRecoined = decimals !== whole.decimals;
    const before = isRecoined ? wholeInDecimals(whole, decimals) : whole;
    const checked = checkedMenu(wishedFile(before, wish, ids));
    if (!checked.ok) throw refusedFor(namingFinePrices(checked.mistakes, before, language), language);
    const { file } = checked;
    // What was not asked for is as it is live, whoever wrote it just now.
    const next = {
      ...(wish.settings ? withSettings(before, settingsOf(file.merchant)) : before),
      ...(wish.tables && { tables: tablesOf(file, merchantId) }),
    };
    await writeMerchant(trx, next, {
      now: clock.now(),
      random,
      keepSoldOut: true,
      by: { name: author, way: 'page' },
    });
    if (isRecoined) {
      const { edits, scheduled } = draftInDecimals(draft, decimals);
      await writeDraft(trx, draft, edits, scheduled);
    }
    return houseOf(wholeOf(await readRows(trx, merchantId)) ?? next);
  });
}

/** undefined: nothing is asked of them, or what is none, which the check names. */
function decimalsIn({ settings }: Wish): number | undefined {
  return settings && /^\d$/.test(settings.decimals) ? Number(settings.decimals) : undefined;
}

function withSettings(before: WholeMerchant, settings: Settings): WholeMerchant {
  const { id, logo, serverMode, stations, tables, categories, coupons } = before;
  return {
    id,
    ...(logo !== undefined && { logo }),
    serverMode,
    ...settings,
    ...(stations && { stations }),
    tables,
    categories,
    coupons,
  };
}

/** The restaurant as a menu file, with what was asked for in its place. */
function wishedFile(before: WholeMerchant, { settings, tables }: Wish, ids: Ids): unknown {
  const file = asWritten(menuFileOf(before)) as { merchant: object; tables: readonly { id: string }[] };
  const codes = new Map(before.tables.map(({ id, qrcodeId }) => [id, qrcodeId]));
  return {
    ...file,
    merchant: { ...file.merchant, ...(settings && settingsInFile(settings, before)) },
    ...(tables && {
      tables: tables.map(({ id = newTableId(before, ids), name }) => {
        const qrcode = codes.get(id);
        return { id, name, ...(qrcode !== undefined && { qrcode }) };
      }),
    }),
  };
}

function settingsInFile(settings: HouseSettings, { decimals }: WholeMerchant): object {
  const { description, lineLimit, tips, paymentPage, timeZone, dayEndsAt, ...rest } = settings;
  return {
    ...rest,
    description: description ?? undefined,
    lineLimit: lineLimit === null ? undefined : inDecimals(lineLimit, decimals),
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
