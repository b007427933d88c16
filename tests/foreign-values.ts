import { switchNames, switchTable, type SwitchName } from '#testing/foreign-server/switches.ts';

type SwitchValues = Partial<Record<SwitchName, readonly string[]>>;

/** At these values no table can order, or the server changes the cart while a test looks at it. */
const cannotOrder: SwitchValues = {
  tableState: ['unavailable'],
  othersWrite: ['waiterAdds', 'waiterChanges', 'waiterRemoves', 'staffClears', 'cartsLost'],
};

/** The phone cannot work with these values. Each has the words with which the conformance command fails. */
export const notYetRead: Readonly<Record<string, string>> = {
  'tableFrom=query': 'GET /api/shoppingCart shows the others at the table, by the header tableId: ',
  'settingsSent=none': 'as setting 18002 (orderCodeRequired) is not false: name it with --order-code',
  'settingsSent=null': 'as setting 18002 (orderCodeRequired) is not false: name it with --order-code',
  'postMeans=wholeOfTable':
    'POST /api/shoppingCart leaves the others’ lines as they are: orderItems[].quantity is 0',
  'postMeans=change': 'POST /api/shoppingCart changes the line of an id: orderItems[].quantity is 3',
  'missingLine=kept': 'POST /api/shoppingCart takes away a line that is left out: orderItems[].quantity is 2',
  'initializeClears=yes':
    'POST /api/shoppingCart/initialize leaves the cart as it is: orderItems[].quantity is 0',
  'clearScope=own': 'DELETE /api/shoppingCart/clear empties the table’s cart: 1 lines are left',
  'pageStart=zero': 'member-order-list has the order: 0 orders, and not ',
};

/** Lists as `NAME=VALUE` all values that are not the default and with which the phone works. */
export function listReadable(): string[] {
  return switchNames
    .flatMap((name) => {
      const entry: { kind: string; values?: readonly string[] } = switchTable[name];
      const values = (entry.values ?? []).slice(1).filter((value) => !cannotOrder[name]?.includes(value));
      return values.map((value) => `${name}=${value}`);
    })
    .filter((assignment) => !Object.hasOwn(notYetRead, assignment));
}

/** Deals the values out to this many evenings. An evening has at most one value of a switch. */
export function dealValues(values: readonly string[], evenings: number): string[][] {
  const hands = Array.from({ length: evenings }, (): string[] => []);
  // Values of one switch are neighbours, so they go to different evenings.
  for (const [index, value] of values.entries()) hands[index % evenings]!.push(value);
  return hands;
}
