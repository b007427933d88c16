/** Values of the other server's switches that no simulated table has, and why. */
import type { SwitchName } from '#testing/foreign-server/switches.ts';

type Values = Partial<Record<SwitchName, readonly string[]>>;

/** By design no table can order here. The simulated diners know no order code. */
const noOrders: Values = { tableState: ['unavailable'], orderCode: ['needed'] };

/** By design the server takes lines away that a diner has put in. */
const losesLines: Values = { soldOutLines: ['dropped'], initializeClears: ['yes'] };

/**
 * The specification says otherwise. It lists `merchantId` and `tableId` among the headers. Each diner's lines are kept
 * separately by user id, so a POST does not write the whole table. What a POST holds is an order with its lines, so they
 * are no changes to add: a phone that sends its lines to such a server would double them. Where a server keeps a line that
 * the order leaves out, no diner can take a dish out.
 */
const contradicts: Values = {
  tableFrom: ['query'],
  merchantFrom: ['query'],
  postMeans: ['wholeOfTable', 'change'],
  missingLine: ['kept'],
};

const lists = [noOrders, losesLines, contradicts];

/** True for a value of a switch that no simulated table has. */
export function isLeftOut(name: SwitchName, value: string): boolean {
  return lists.some((values) => values[name]?.includes(value));
}
