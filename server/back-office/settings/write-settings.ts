/** CX27: the settings, tables and coupons of a restaurant, read and written as a menu file has them. */
import { createHash } from 'node:crypto';
import type { BodyOf } from '#contract/http/call.ts';
import { codes } from '#contract/codes.ts';
import { houseChanged, type changeHouse, type House, type HouseSettings } from '#contract/calls/house.ts';
import { toHouse } from '#server/menu/audit-log/settings-tree.ts';
import type { Author } from '#server/menu/audit-log/log-menu-change.ts';
import { readRows, assembleMerchant, type WholeMerchant } from '#server/menu/merchant-rows.ts';
import { Refusal, statusRefusal } from '#server/platform/http/routes/route.ts';
import { menuFileOf } from '#server/menu/menu-file/export-menu.ts';
import { checkMenu } from '#contract/menu-file/checked-menu.ts';
import { writeNumbers } from '#contract/menu-file/menu-tree.ts';
import { usualPaidTableMinutes } from '#contract/menu-file/whole-merchant.ts';
import type { LanguageCode } from '#contract/http/headers.ts';
import { refuseMistakes } from '#server/menu/menu-file/mistake-words.ts';
import { couponsOf, settingsOf, tablesOf, type Settings } from '#server/menu/menu-file/to-merchant.ts';
import { readDraft, writeDraft, type Draft } from '#server/back-office/menu-editor/draft.ts';
import { writeMerchant } from '#server/back-office/admin/write-merchant.ts';
import type { Clock, Ids, Random } from '#server/platform/lifecycle/clock.ts';
import { inTransaction, type Db, type Trx } from '#server/platform/store/transactions.ts';
import { convertDraftDecimals, convertAmount, nameFinePrices, convertDecimals } from './decimals.ts';

export interface SettingsDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly random: Random;
}

type Wish = BodyOf<typeof changeHouse>;

/** A Refusal 404 where there is no such restaurant. */
export async function readRestaurant(db: Db, merchantId: string): Promise<WholeMerchant> {
  const whole = await inTransaction(db, async (trx) => assembleMerchant(await readRows(trx, merchantId)));
  if (!whole) throw statusRefusal(codes.notFound, 'Unknown merchant');
  return whole;
}

export function toVersionedHouse(whole: WholeMerchant): House {
  const house = toHouse(whole);
  return { ...house, version: versionOf(house.settings, house.tables, house.coupons) };
}

interface Asked {
  readonly merchantId: string;
  readonly language: LanguageCode;
  readonly author: Author;
}

/**
 * Writes what was asked for at once, over whatever else is live. A Refusal 4097 where somebody else changed it since, 400
 * with every mistake where the menu file would be refused.
 * @param asked `language`: of the mistakes' words
 */
export async function writeSettings(deps: SettingsDeps, asked: Asked, wish: Wish): Promise<House> {
  return await inTransaction(deps.db, async (trx) => {
    const draft = await readDraft(trx, asked.merchantId, true);
    requireSeen(toVersionedHouse(draft.whole), wish);
    return await applySettings(trx, deps, draft, asked, wish);
  });
}

/** As the page sends it; a table that comes back brings its code. */
export interface RequestedSettings extends Pick<Wish, 'settings' | 'coupons'> {
  readonly tables?: readonly { readonly id?: string; readonly name: string; readonly qrcode?: string }[];
}

/** Under the menu's lock. @param draft the restaurant with its draft as it is */
export async function applySettings(
  trx: Trx,
  { clock, ids, random }: Omit<SettingsDeps, 'db'>,
  draft: Draft,
  { merchantId, language, author }: Asked,
  wish: RequestedSettings,
): Promise<House> {
  const { whole } = draft;
  const decimals = decimalsIn(wish) ?? whole.decimals;
  const isRecoined = decimals !== whole.decimals;
  const before = isRecoined ? convertDecimals(whole, decimals) : whole;
  const checked = checkMenu(wishedFile(before, wish, ids));
  if (!checked.ok) {
    const asked = { categories: before.categories, coupons: wish.coupons ?? before.coupons };
    const mistakes = isRecoined ? nameFinePrices(checked.mistakes, asked, language) : checked.mistakes;
    throw refuseMistakes(mistakes, language);
  }
  const { file } = checked;
  // What was not asked for is as it is live, whoever wrote it just now.
  const next = {
    ...(wish.settings ? withSettings(before, settingsOf(file.merchant)) : before),
    ...(wish.tables && { tables: tablesOf(file, merchantId) }),
    ...(wish.coupons && { coupons: couponsOf(file) }),
  };
  await writeMerchant(trx, next, { now: clock.now(), random, keepSoldOut: true, by: author });
  if (isRecoined) {
    const { edits, scheduled } = convertDraftDecimals(draft, decimals);
    await writeDraft(trx, draft, edits, scheduled);
  }
  return toVersionedHouse(assembleMerchant(await readRows(trx, merchantId)) ?? next);
}

/** undefined: nothing is asked of them, or what is none, which the check names. */
function decimalsIn({ settings }: RequestedSettings): number | undefined {
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
function wishedFile(
  before: WholeMerchant,
  { settings, tables, coupons }: RequestedSettings,
  ids: Ids,
): unknown {
  const file = writeNumbers(menuFileOf(before)) as { merchant: object; tables: readonly { id: string }[] };
  const codes = new Map(before.tables.map(({ id, qrcodeId }) => [id, qrcodeId]));
  return {
    ...file,
    merchant: { ...file.merchant, ...(settings && settingsInFile(settings, before)) },
    ...(tables && {
      tables: tables.map(({ id = newId(before, ids), name, qrcode = codes.get(id) }) => ({
        id,
        name,
        ...(qrcode !== undefined && { qrcode }),
      })),
    }),
    ...(coupons && {
      coupons: coupons.map(({ id = newId(before, ids), atMost, ...rest }) => ({
        ...rest,
        id,
        ...(atMost !== null && { atMost }),
      })),
    }),
  };
}

function settingsInFile(settings: HouseSettings, { decimals }: WholeMerchant): object {
  const { description, lineLimit, tips, paymentPage, timeZone, dayEndsAt, ...rest } = settings;
  return {
    ...rest,
    description: description ?? undefined,
    // A menu file says only what differs from the usual.
    kitchenTracking: settings.kitchenTracking ? undefined : false,
    paidTableMinutes:
      settings.paidTableMinutes === String(usualPaidTableMinutes) ? undefined : settings.paidTableMinutes,
    lineLimit: lineLimit === null ? undefined : convertAmount(lineLimit, decimals),
    tips: tips.length > 0 ? tips : undefined,
    paymentPage: paymentPage ?? undefined,
    timeZone: timeZone ?? undefined,
    dayEndsAt: dayEndsAt ?? undefined,
  };
}

/** Of a table or a coupon; no other restaurant has it. */
function newId({ id }: WholeMerchant, ids: Ids): string {
  return `${id}-${ids.next()}`;
}

function requireSeen(there: House, { version }: Wish): void {
  if (there.version !== version)
    throw new Refusal(houseChanged, 'Somebody else has changed this meanwhile', { data: there });
}

function versionOf(...parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 16);
}
