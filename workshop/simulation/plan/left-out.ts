/** Values of the other server's switches that no simulated table has, and why. */
import type { SwitchName } from '#testing/foreign-server/switches.ts';

type Values = Partial<Record<SwitchName, readonly string[]>>;

/** By design no table can order here. The simulated diners know no order code. */
const noOrders: Values = { tableState: ['unavailable'], orderCode: ['needed'] };

/** By design the server takes lines away that a diner has put in. */
const losesLines: Values = { soldOutLines: ['dropped'], initializeClears: ['yes'] };

/** The phone does not cope with these yet: it sends another form, or does not read the answer. */
const notYetRead: Values = {
  cartBodyName: ['order', 'flat'],
  orderBody: ['wrapped'],
  tableFrom: ['query'],
  merchantFrom: ['query'],
  postMeans: ['wholeOfTable', 'change'],
  cartPostAnswer: ['wrapped', 'true', 'null', 'details'],
  clearScope: ['own'],
  noActiveOrder: ['code404'],
};

const lists = [noOrders, losesLines, notYetRead];

/** True for a value of a switch that no simulated table has. */
export function isLeftOut(name: SwitchName, value: string): boolean {
  return lists.some((values) => values[name]?.includes(value));
}
