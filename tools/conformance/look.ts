/** The restaurant and its menu, as a phone asks for them before the scan or right after it. */
import {
  getMerchantHome,
  getProductsByCategories,
  getTinyMerchant,
  searchProducts,
  type Menu,
  type TinyMerchant,
} from '#contract/calls/merchant.ts';
import { codes } from '#contract/codes.ts';
import type { OrderItem } from '#contract/order-fields.ts';
import { setting } from '#contract/states.ts';
import type { Diner } from './ask.ts';
import { dishFrom } from './dish.ts';
import type { Scene } from './scene.ts';
import { endpointOf, JourneyEnds } from './steps.ts';

/** An id that no restaurant has. */
const noMerchant = '999999999999999';

/** Longer than this no cart is left alone at a table, minutes. */
const dayInMinutes = 24 * 60;

/** @returns whether the phone asks for the table's order code */
export async function readMerchant({ options, steps }: Scene, diner: Diner): Promise<boolean> {
  const { merchantId } = options;
  const query = queryOf(merchantId);
  const answer = await steps.try(
    getTinyMerchant,
    { diner, query },
    ({ shortName, necessarySettingValues: values }) => `“${shortName}”, ${values.length} settings`,
  );
  const unknown = { diner, query: queryOf(noMerchant), merchantId: noMerchant };
  const nothing = await steps.ask(getTinyMerchant, unknown);
  const found = nothing.kind === 'refused' ? `refused with ${nothing.code}` : `it is ${nothing.kind}`;
  const isRefused = nothing.kind === 'refused' && nothing.code === codes.notFound;
  const other = 'at a mistyped address diners do not hear that there is no such restaurant';
  steps.rule('an unknown restaurant is refused with 404', isRefused, found, other);
  await steps.try(
    getMerchantHome,
    { diner, query: { merchantId } },
    ({ categories }) => `${categories.length} categories`,
  );
  if (answer.kind !== 'read') return true;
  const minutes = Number(settingIn(answer.data, setting.clearTableCartMinutes) ?? 0);
  const never = 'nobody is asked whether an old cart is still theirs';
  if (minutes > dayInMinutes)
    steps.rule('setting 18005 is in minutes', false, `${minutes} minutes are more than a day`, never);
  return isOn(settingIn(answer.data, setting.orderCodeRequired));
}

/**
 * The menu, and what will be ordered of it. A server may show it to guests alone: then it is asked for after the scan.
 * Throws JourneyEnds.
 */
export async function readMenu({ options, steps }: Scene, diner: Diner): Promise<OrderItem | undefined> {
  const { merchantId } = options;
  const asked = { diner, query: { merchantId } };
  const words = ({ categories }: Menu) => {
    const dishes = categories.flatMap(({ products }) => products).length;
    return `${dishes} dishes in ${categories.length} categories`;
  };
  if (diner.token === undefined) {
    const first = await steps.ask(getProductsByCategories, asked);
    if (first.kind === 'refused' && first.code === codes.unauthorized) {
      const later = 'nobody sees the menu before they have scanned a table’s code';
      steps.rule('the menu is for everybody', false, 'for guests with a token alone', later);
      return undefined;
    }
  }
  const { data: menu } = await steps.need(getProductsByCategories, asked, words);
  const of = endpointOf(getProductsByCategories);
  const products = menu.categories.flatMap((category) => category.products);
  const nameless = products.filter(({ name }) => name === '').length;
  steps.rule(
    `${of}: dishes have names`,
    nameless === 0,
    nameless === 0 ? 'all have' : `products[].name is not text of ${nameless} of ${products.length} dishes`,
  );
  const dish = dishFrom(menu);
  const none = products.length === 0 ? 'no categories[].products[] can be read' : 'none of the menu can';
  if (!steps.rule(`${of}: a dish can be ordered`, dish !== undefined, dish?.name ?? none) || !dish)
    throw new JourneyEnds();
  const keyword = dish.name?.split(' ')[0] ?? '';
  await steps.try(
    searchProducts,
    { diner, query: { merchantId, keyword } },
    (found) => `${found.products.length} dishes for “${keyword}”`,
  );
  return dish;
}

function queryOf(id: string) {
  return { id, settingValueEnums: Object.values(setting).join(',') };
}

function settingIn({ necessarySettingValues }: TinyMerchant, number: number): string | undefined {
  return necessarySettingValues.findLast(({ templateEnum }) => templateEnum === number)?.value;
}

/** As the phone takes it (CB2): on, unless the setting says otherwise. */
function isOn(value: string | undefined): boolean {
  return value === undefined || !['false', '0', ''].includes(value.trim().toLowerCase());
}
