/** Values of the foreign server's switches that no simulated table has, each with the reason. */
import type { SwitchName } from '#testing/foreign-server/switches.ts';

type Values = Partial<Record<SwitchName, readonly string[]>>;

/** At such a server the table cannot order: it is unavailable, or needs a code that the simulated diners do not know. */
const noOrders: Values = { tableState: ['unavailable'], orderCode: ['needed'] };

/** Such a server removes lines that a diner added. */
const losesLines: Values = { soldOutLines: ['dropped'], initializeClears: ['yes'] };

/**
 * These values contradict the specification:
 *
 * - It lists `merchantId` and `tableId` among the headers, not in the query.
 * - It stores each diner's lines separately by user id, so a POST does not replace the lines of the whole table.
 * - A POST contains lines, not changes. At a server that adds them up, each POST would double the cart.
 * - A diner removes a dish by leaving it out. At a server that keeps such lines, this is impossible.
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
