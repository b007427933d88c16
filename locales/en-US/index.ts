import account from './account.ts';
import cart from './cart.ts';
import common from './common.ts';
import member from './member.ts';
import menu from './menu.ts';
import order from './order.ts';
import scan from './scan.ts';
import split from './split.ts';
import table from './table.ts';
import together from './together.ts';

/** Every text of the app in English: the type of all other languages. */
const enUS = { common, menu, cart, order, account, member, scan, split, table, together };

export default enUS;
