import type { BodyOf } from '#contract/http/call.ts';
import { codes } from '#contract/codes.ts';
import type { setUpRestaurant } from '#contract/calls/set-up.ts';
import { createStatusRefusal } from '#server/platform/http/routes/route.ts';
import { checkMenu } from '#contract/menu-file/checked-menu.ts';
import { describeMistake } from '#server/menu/menu-file/mistake-words.ts';
import { toFileTaxes } from './file-taxes.ts';
import { getUsualDecimals } from '#projections/bill/currency.ts';
import type { PictureFiles } from '#server/platform/pictures/picture-files.ts';
import { toMerchant } from '#server/menu/menu-file/to-merchant.ts';
import { getServerTexts } from '#server/platform/server-texts.ts';

/**
 * Builds a new restaurant without dishes, through the same checks as a menu file.
 * @throws Refusal 400 with the first mistake
 */
export async function prepareRestaurant(
  command: BodyOf<typeof setUpRestaurant>,
  merchantId: string,
  files: PictureFiles,
) {
  const { name, currency, themeColor, taxRate, taxName, taxes, taxIncluded, timeZone, phoneCountry, tables } =
    command;
  const merchant = {
    name,
    themeColor,
    currency: currency.toUpperCase(),
    decimals: String(getUsualDecimals(currency)),
    taxRate,
    ...(taxName.trim() !== '' && { taxName }),
    ...(taxes && { taxes: toFileTaxes(taxes) }),
    ...(taxIncluded && { taxIncluded }),
    ...(timeZone !== undefined && { timeZone }),
    ...(phoneCountry !== undefined && { phoneCountry }),
  };
  const raw = {
    merchant,
    tables: Array.from({ length: tables }, (_, index) => ({ id: `t${index + 1}`, name: String(index + 1) })),
    categories: [],
  };
  const checked = checkMenu(raw);
  if (!checked.ok) {
    const [first] = checked.mistakes as [(typeof checked.mistakes)[number]];
    const field = `body.${String(first.path.at(first.path[0] === 'merchant' ? 1 : 0))}`;
    const words = getServerTexts('menu.mistake', (language) => ({
      place: field,
      mistake: describeMistake(first, language),
    }));
    throw createStatusRefusal(codes.badRequest, words, { path: field });
  }
  return await toMerchant(checked.file, merchantId, { menuPath: files.folder, files });
}
