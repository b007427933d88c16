import { codes } from '#contract/codes.ts';
import { setting } from '#contract/states.ts';
import type { LanguageCode } from '#contract/http/headers.ts';
import type { Product, TinyMerchant } from '#contract/calls/merchant.ts';
import { createStatusRefusal } from '#server/platform/http/routes/route.ts';
import { readOnce } from '#server/platform/store/read-once.ts';
import type { Db } from '#server/platform/store/transactions.ts';
import { chooseText, type StoredMerchant } from './whole-merchant.ts';

/** Reads the settings and texts of a restaurant. @throws Refusal 404 for an unknown one */
export async function readSettings(db: Db, merchantId: string): Promise<StoredMerchant> {
  const settings = await findSettings(db, merchantId);
  if (!settings) throw createStatusRefusal(codes.notFound, 'Unknown merchant');
  return settings;
}

/** Reads the settings and texts of a restaurant, or undefined for an unknown one. */
export async function findSettings(db: Db, merchantId: string): Promise<StoredMerchant | undefined> {
  return await readOnce(db, `settings ${merchantId}`, async () => {
    const row = await db
      .selectFrom('merchants')
      .select('body')
      .where('id', '=', merchantId)
      .executeTakeFirst();
    return row && (JSON.parse(row.body) as StoredMerchant);
  });
}

/** A picture whose name ends so has files of all densities. Menus and menu files have the name, so no file is looked for. */
export const largeEnding = '-x4';

/** Returns the addresses of a picture in its densities. @param slug its name in the menu or in the settings */
export function composePicturePaths(slug: string): NonNullable<Product['picture']> {
  const address = `/pictures/${encodeURIComponent(slug)}`;
  return {
    x1: `${address}@1x.webp`,
    x2: `${address}@2x.webp`,
    ...(slug.endsWith(largeEnding) && { x4: `${address}@4x.webp` }),
  };
}

function composeLogoPath(merchantId: string, logo = `logo-${merchantId}.svg`): string {
  return `/pictures/${encodeURIComponent(logo)}`;
}

/** Whether orders at a table need its order code. The code admits guests, so it is needed where they order. */
export function isOrderCodeNeeded({
  orderCodeRequired,
  guestOrders = false,
}: Pick<StoredMerchant, 'orderCodeRequired' | 'guestOrders'>): boolean {
  return orderCodeRequired || guestOrders;
}

/** Returns what a phone needs first. @param wanted only these settings; default: all */
export function toTinyMerchant(
  id: string,
  merchant: StoredMerchant,
  language: LanguageCode,
  wanted?: ReadonlySet<number>,
): TinyMerchant {
  const settings = [
    { templateEnum: setting.supportsGuest, value: String(merchant.guestMode) },
    { templateEnum: setting.orderCodeRequired, value: String(isOrderCodeNeeded(merchant)) },
    { templateEnum: setting.themePrimaryColour, value: merchant.themeColor },
    { templateEnum: setting.clearTableCartMinutes, value: String(merchant.clearTableCartMinutes) },
  ];
  return {
    id,
    serverMode: merchant.serverMode,
    shortName: chooseText(merchant.shortName, language),
    desc: chooseText(merchant.desc, language),
    img: composeLogoPath(id, merchant.logo),
    ...(merchant.cover !== undefined && { cover: composePicturePaths(merchant.cover) }),
    necessarySettingValues: settings.filter(({ templateEnum }) => !wanted || wanted.has(templateEnum)),
    currency: merchant.currency,
    taxRate: merchant.taxRate,
    taxName: chooseText(merchant.taxName, language),
    serviceChargeRate: merchant.serviceChargeRate,
    ...(merchant.guestOrders && { guestOrders: true }),
    ...(merchant.phoneCountry !== undefined && { phoneCountry: merchant.phoneCountry }),
  };
}
