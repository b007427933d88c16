import account from './account.ts';
import cart from './cart.ts';
import common from './common.ts';
import menu from './menu.ts';
import order from './order.ts';
import table from './table.ts';

/** Every text of the app in English: the type of all other languages. */
const enUS = { common, menu, cart, order, account, table };

export default enUS;
