import account from './account.ts';
import calling from './calling.ts';
import cart from './cart.ts';
import dish from './dish.ts';
import filter from './filter.ts';
import member from './member.ts';
import order from './order.ts';
import scan from './scan.ts';
import search from './search.ts';
import split from './split.ts';
import table from './table.ts';
import together from './together.ts';

/** The texts that a phone loads after it has shown the menu. */
export default { calling, cart, dish, filter, order, account, member, scan, search, split, table, together };
