/**
 * Reads and writes the settings, tables and coupons of a restaurant. A change is put into a menu file and checked as
 * one, so a browser and an import have the same rules.
 */
import { createHash } from 'node:crypto';
import type { BodyOf } from '#contract/http/call.ts';
import { codes } from '#contract/codes.ts';
import { houseChanged, type changeHouse, type House, type HouseSettings } from '#contract/calls/house.ts';
import { toHouse } from '#server/menu/audit-log/settings-tree.ts';
import type { Author } from '#server/menu/audit-log/log-menu-change.ts';
import { readRows, assembleMerchant, type WholeMerchant } from '#server/menu/merchant-rows.ts';
import { Refusal, createStatusRefusal } from '#server/platform/http/routes/route.ts';
import { toMenuFile } from '#server/menu/menu-file/export-menu.ts';
import { isSame } from '#contract/menu-file/edits.ts';
import { checkMenu } from '#contract/menu-file/checked-menu.ts';
import { writeNumbers } from '#contract/menu-file/menu-tree.ts';
import { usualPaidTableMinutes, usualPhoneCountry } from '#contract/menu-file/whole-merchant.ts';
import type { LanguageCode } from '#contract/http/headers.ts';
import { refuseMistakes } from '#server/menu/menu-file/mistake-words.ts';
import { listCoupons, readSettings, listTables, type Settings } from '#server/menu/menu-file/to-merchant.ts';
import { readDraft, writeDraft, type Draft } from '#server/back-office/menu-editor/draft.ts';
import { writeMerchant } from '#server/back-office/admin/write-merchant.ts';
import type { Clock, Ids, Random } from '#server/platform/lifecycle/clock.ts';
import { runInTransaction, type Db, type Trx } from '#server/platform/store/transactions.ts';
import { findChangedTerms, pickTerms } from '#server/menu/bill-terms.ts';
import { listOpenBills, requireNoBills } from '#server/ordering/orders/open-bills.ts';
import { getServerTexts } from '#server/platform/server-texts.ts';
import { readPending, writePending, type Pending } from './pending.ts';
import { toFileTaxes } from './file-taxes.ts';
import { convertDraftDecimals, convertAmount, convertDecimals } from './decimals.ts';
import { nameFinePrices, nameUsesOfTaxes } from './name-mistakes.ts';

export interface SettingsDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly random: Random;
}

type SettingsCommand = BodyOf<typeof changeHouse>;

/** @throws Refusal 404 for an unknown restaurant */
export async function readRestaurant(db: Db, merchantId: string): Promise<WholeMerchant> {
  const whole = await runInTransaction(db, async (trx) => assembleMerchant(await readRows(trx, merchantId)));
  if (!whole) throw createStatusRefusal(codes.notFound, 'Unknown merchant');
  return whole;
}

/** @param pending changes that wait for a closing */
export function toVersionedHouse(whole: WholeMerchant, pending: Pending | undefined): House {
  const house = toHouse(whole);
  const parts = [house.settings, house.tables, house.coupons, ...(pending ? [pending] : [])];
  return { ...house, ...(pending && { pending }), version: hashVersion(...parts) };
}

/** Reads the restaurant as the settings page shows it. @throws Refusal 404 for an unknown restaurant */
export async function readHouse(trx: Trx, deps: SettingsWriter, scope: ReadScope): Promise<House> {
  const draft = await readDraft(trx, scope.merchantId, false);
  const pending = await readPending(trx, scope.merchantId);
  const house = toVersionedHouse(draft.whole, pending);
  if (!house.pending) return house;
  const problem = findProblem(() => prepareSettings(deps, draft, scope, { settings: mergePending(house) }));
  return { ...house, pending: { ...house.pending, ...(problem !== undefined && { problem }) } };
}

/** The settings as they will be once nothing waits. */
export function mergePending({ settings, pending }: Pick<House, 'settings' | 'pending'>): HouseSettings {
  return { ...settings, ...pending?.settings };
}

/** Returns the mistakes of settings in words, or undefined if there are none. */
function findProblem(prepare: () => unknown): string | undefined {
  try {
    prepare();
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
}

export interface ReadScope {
  readonly merchantId: string;
  /** The language of the mistakes. */
  readonly language: LanguageCode;
}

interface WriteScope extends ReadScope {
  readonly author: Author;
  /** False for a manager, who must not change their own limits. */
  readonly mayLimitManagers: boolean;
}

type SettingsWriter = Omit<SettingsDeps, 'db'>;

/**
 * Writes the parts that the command names and leaves all other parts as they are. While bills are open, a change of
 * their terms waits for a closing.
 * @throws Refusal 4097 if another person changed the settings since; 400 with every mistake; 4104 with the open bills,
 * unless the change may wait
 */
export async function writeSettings(
  deps: SettingsDeps,
  asked: WriteScope,
  command: SettingsCommand,
): Promise<House> {
  return await runInTransaction(deps.db, async (trx) => {
    const { merchantId } = asked;
    const draft = await readDraft(trx, merchantId, true);
    const pending = await readPending(trx, merchantId);
    requireSeenVersion(toVersionedHouse(draft.whole, pending), command);
    if (!command.settings) return await applySettings(trx, deps, draft, asked, command);
    const { whole } = draft;
    const next = prepareSettings(deps, draft, asked, command);
    const terms = findChangedTerms(whole, next.whole);
    const bills = await listOpenBills(trx, merchantId, terms);
    const settings = pickTerms(toHouse(next.whole).settings, terms);
    const isWaiting = isSame(pending?.settings, settings);
    if (command.waits !== true && !isWaiting) requireNoBills(bills, terms);
    if (bills.length === 0) {
      await writePending(trx, merchantId, undefined);
      return await applySettings(trx, deps, draft, asked, command);
    }
    if (!isWaiting)
      await writePending(trx, merchantId, { settings, by: asked.author.name, at: deps.clock.now() });
    const now = { ...command.settings, ...pickTerms(toHouse(whole).settings, terms) };
    return await applySettings(trx, deps, draft, asked, { ...command, settings: now });
  });
}

/** The parts to write. A table has its QR code only if a revert brings it back. */
export interface RequestedSettings extends Pick<SettingsCommand, 'settings' | 'coupons'> {
  readonly tables?: readonly { readonly id?: string; readonly name: string; readonly qrcode?: string }[];
}

/** Checks and writes the settings. @param draft the current draft, read with the menu's lock */
export async function applySettings(
  trx: Trx,
  deps: SettingsWriter,
  draft: Draft,
  scope: WriteScope,
  command: RequestedSettings,
): Promise<House> {
  const { whole, hasNewDecimals } = prepareSettings(deps, draft, scope, command);
  if (!scope.mayLimitManagers && !hasSameLimits(draft.whole, whole))
    throw createStatusRefusal(codes.forbidden, getServerTexts('staff.ownersLimits'));
  const { clock, random } = deps;
  await writeMerchant(trx, whole, { now: clock.now(), random, keepSoldOut: true, by: scope.author });
  if (hasNewDecimals) {
    const { edits, scheduled } = convertDraftDecimals(draft, whole.decimals);
    await writeDraft(trx, draft, edits, scheduled);
  }
  return await readHouse(trx, deps, scope);
}

function hasSameLimits(before: WholeMerchant, after: WholeMerchant): boolean {
  const [one, other] = [before, after].map((whole) => JSON.stringify(toHouse(whole).settings.managerLimits));
  return one === other;
}

interface PreparedSettings {
  readonly whole: WholeMerchant;
  readonly hasNewDecimals: boolean;
}

/** Returns the restaurant with the new settings. @throws Refusal 400 with every mistake */
export function prepareSettings(
  { ids }: Pick<SettingsDeps, 'ids'>,
  { whole }: Pick<Draft, 'whole'>,
  { merchantId, language }: ReadScope,
  command: RequestedSettings,
): PreparedSettings {
  const decimals = readDecimals(command) ?? whole.decimals;
  const hasNewDecimals = decimals !== whole.decimals;
  const before = hasNewDecimals ? convertDecimals(whole, decimals) : whole;
  const checked = checkMenu(buildFile(before, command, ids));
  if (!checked.ok) {
    const asked = { ...before, coupons: command.coupons ?? before.coupons };
    const mistakes = hasNewDecimals ? nameFinePrices(checked.mistakes, asked, language) : checked.mistakes;
    throw refuseMistakes(nameUsesOfTaxes(mistakes, asked, language), language);
  }
  const { file } = checked;
  // The parts that the command does not name stay as they are in the database.
  const next = {
    ...(command.settings ? replaceSettings(before, readSettings(file.merchant)) : before),
    ...(command.tables && { tables: listTables(file, merchantId) }),
    ...(command.coupons && { coupons: listCoupons(file) }),
  };
  return { whole: next, hasNewDecimals };
}

/** Returns undefined if the command has no valid number of decimals. The check of the file reports an invalid one. */
function readDecimals({ settings }: RequestedSettings): number | undefined {
  return settings && /^\d$/.test(settings.decimals) ? Number(settings.decimals) : undefined;
}

function replaceSettings(before: WholeMerchant, settings: Settings): WholeMerchant {
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

/** Returns the restaurant as a menu file, with the parts of the command in their places. */
function buildFile(
  before: WholeMerchant,
  { settings, tables, coupons }: RequestedSettings,
  ids: Ids,
): unknown {
  const file = writeNumbers(toMenuFile(before)) as { merchant: object; tables: readonly { id: string }[] };
  const codes = new Map(before.tables.map(({ id, qrcodeId }) => [id, qrcodeId]));
  return {
    ...file,
    merchant: { ...file.merchant, ...(settings && toFileSettings(settings, before)) },
    ...(tables && {
      tables: tables.map(({ id = createId(before, ids), name, qrcode = codes.get(id) }) => ({
        id,
        name,
        ...(qrcode !== undefined && { qrcode }),
      })),
    }),
    ...(coupons && {
      coupons: coupons.map(({ id = createId(before, ids), atMost, ...rest }) => ({
        ...rest,
        id,
        ...(atMost !== null && { atMost }),
      })),
    }),
  };
}

function toFileSettings(settings: HouseSettings, { decimals }: WholeMerchant): object {
  const { description, lineLimit, tips, paymentPage, timeZone, dayEndsAt, ...rest } = settings;
  const { taxId, address, receiptFooter, ordersPerTenMinutes } = rest;
  return {
    ...rest,
    description: description ?? undefined,
    ...(settings.cover === null && { cover: undefined }),
    // A menu file leaves out defaults.
    taxes: settings.taxes.length > 0 ? toFileTaxes(settings.taxes) : undefined,
    taxIncluded: settings.taxIncluded ? true : undefined,
    serviceTaxed: settings.serviceTaxed ? undefined : false,
    kitchenTracking: settings.kitchenTracking ? undefined : false,
    paidTableMinutes:
      settings.paidTableMinutes === String(usualPaidTableMinutes) ? undefined : settings.paidTableMinutes,
    lineLimit: lineLimit === null ? undefined : convertAmount(lineLimit, decimals),
    cashCoin: settings.cashCoin ?? undefined,
    tips: tips.length > 0 ? tips : undefined,
    paymentPage: paymentPage ?? undefined,
    taxId: taxId ?? undefined,
    address: address.length > 0 ? address : undefined,
    receiptFooter: receiptFooter.length > 0 ? receiptFooter : undefined,
    timeZone: timeZone ?? undefined,
    dayEndsAt: dayEndsAt ?? undefined,
    ...(ordersPerTenMinutes === null && { ordersPerTenMinutes: undefined }),
    ...(settings.waiterLimits && { waiterLimits: toFileLimits(settings.waiterLimits, decimals) }),
    ...(settings.managerLimits && { managerLimits: toFileLimits(settings.managerLimits, decimals) }),
    ...(settings.reasons && { reasons: toFileReasons(settings.reasons) }),
    guestOrders: settings.guestOrders ? true : undefined,
    ...(settings.holdCourses === false && { holdCourses: undefined }),
    ...(settings.drawerPerPerson === false && { drawerPerPerson: undefined }),
    phoneCountry: settings.phoneCountry === usualPhoneCountry ? undefined : settings.phoneCountry,
  };
}

function toFileLimits(limits: NonNullable<HouseSettings['waiterLimits']>, decimals: number): object {
  const { discount, ...amounts } = limits;
  const toAmount = (text: string | null) => (text === null ? undefined : convertAmount(text, decimals));
  return {
    discount: discount ?? undefined,
    ...Object.fromEntries(Object.entries(amounts).map(([kind, text]) => [kind, toAmount(text)])),
  };
}

function toFileReasons(reasons: NonNullable<HouseSettings['reasons']>): object {
  return Object.fromEntries(Object.entries(reasons).filter(([, list]) => list.length > 0));
}

/** Creates the id of a table or coupon, unique over all restaurants. */
function createId({ id }: WholeMerchant, ids: Ids): string {
  return `${id}-${ids.next()}`;
}

export function requireSeenVersion(there: House, { version }: Pick<SettingsCommand, 'version'>): void {
  if (there.version !== version)
    throw new Refusal(houseChanged, getServerTexts('menu.changedMeanwhile'), { data: there });
}

function hashVersion(...parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 16);
}
