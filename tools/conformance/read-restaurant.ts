/** The part of the run in which a phone reads the restaurant and its menu, before or after the scan. */
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
import { chooseDish } from './dish.ts';
import type { RunContext } from './context.ts';
import { nameEndpoint, RunEnded } from './steps.ts';

/** An id that no restaurant has. */
const noMerchant = '999999999999999';

/** No cart is left alone at a table for longer than this, minutes. */
const dayInMinutes = 24 * 60;

/** Reads the restaurant. @returns whether its settings require the table's order code */
export async function readMerchant({ options, steps }: RunContext, diner: Diner): Promise<boolean> {
  const { merchantId } = options;
  const query = createQuery(merchantId);
  const answer = await steps.try(
    getTinyMerchant,
    { diner, query },
    ({ shortName, necessarySettingValues: values }) => `“${shortName}”, ${values.length} settings`,
  );
  const unknown = { diner, query: createQuery(noMerchant), merchantId: noMerchant };
  const nothing = await steps.ask(getTinyMerchant, unknown);
  const found = nothing.kind === 'refused' ? `refused with ${nothing.code}` : `it is ${nothing.kind}`;
  const isRefused = nothing.kind === 'refused' && nothing.code === codes.notFound;
  const other = 'at a mistyped address diners do not learn that there is no such restaurant';
  steps.rule('an unknown restaurant is refused with 404', isRefused, found, other);
  await steps.try(
    getMerchantHome,
    { diner, query: { merchantId } },
    ({ categories }) => `${categories.length} categories`,
  );
  if (answer.kind !== 'read') return true;
  const minutes = Number(findSetting(answer.data, setting.clearTableCartMinutes) ?? 0);
  const never = 'diners are not asked whether an old cart is still theirs';
  if (minutes > dayInMinutes)
    steps.rule('setting 18005 is in minutes', false, `${minutes} minutes are more than a day`, never);
  return isOn(findSetting(answer.data, setting.orderCodeRequired));
}

/**
 * Reads the menu and chooses the dish to order. Returns undefined if the server shows the menu only to guests with a
 * token: the caller then calls it again after the scan.
 * @throws RunEnded
 */
export async function readMenu({ options, steps }: RunContext, diner: Diner): Promise<OrderItem | undefined> {
  const { merchantId } = options;
  const asked = { diner, query: { merchantId } };
  const describeMenu = ({ categories }: Menu) => {
    const dishes = categories.flatMap(({ products }) => products).length;
    return `${dishes} dishes in ${categories.length} categories`;
  };
  if (diner.token === undefined) {
    const first = await steps.ask(getProductsByCategories, asked);
    if (first.kind === 'refused' && first.code === codes.unauthorized) {
      const later = 'diners see the menu only after they have scanned a table’s code';
      steps.rule('the menu is for everybody', false, 'for guests with a token alone', later);
      return undefined;
    }
  }
  const { data: menu } = await steps.need(getProductsByCategories, asked, describeMenu);
  const of = nameEndpoint(getProductsByCategories);
  const products = menu.categories.flatMap((category) => category.products);
  const nameless = products.filter(({ name }) => name === '').length;
  steps.rule(
    `${of}: dishes have names`,
    nameless === 0,
    nameless === 0 ? 'all have' : `products[].name is not text of ${nameless} of ${products.length} dishes`,
  );
  const isPriced = products.length === 0 || products.some(({ price }) => Number(price) !== 0);
  const prices = isPriced ? 'there' : 'products[].price is 0 or missing for every dish';
  steps.rule(`${of}: dishes have prices`, isPriced, prices);
  const dish = chooseDish(menu);
  const none = products.length === 0 ? 'no categories[].products[] can be read' : 'none of the menu can';
  if (!steps.rule(`${of}: a dish can be ordered`, dish !== undefined, dish?.name ?? none) || !dish)
    throw new RunEnded();
  const keyword = dish.name?.split(' ')[0] ?? '';
  await steps.try(
    searchProducts,
    { diner, query: { merchantId, keyword } },
    (found) => `${found.products.length} dishes for “${keyword}”`,
  );
  return dish;
}

function createQuery(id: string) {
  return { id, settingValueEnums: Object.values(setting).join(',') };
}

function findSetting({ necessarySettingValues }: TinyMerchant, number: number): string | undefined {
  return necessarySettingValues.findLast(({ templateEnum }) => templateEnum === number)?.value;
}

/** Reads a setting like the phone: it is on unless it is explicitly off. */
function isOn(value: string | undefined): boolean {
  return value === undefined || !['false', '0', ''].includes(value.trim().toLowerCase());
}
