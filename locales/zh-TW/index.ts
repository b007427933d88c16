import type { Texts } from '../texts.ts';
import account from './account.ts';
import cart from './cart.ts';
import common from './common.ts';
import menu from './menu.ts';
import order from './order.ts';
import table from './table.ts';

/** Every text of the app in Traditional Chinese as used in Taiwan. */
const zhTW: Texts = { common, menu, cart, order, account, table };

export default zhTW;
