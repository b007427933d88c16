import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { listen } from './http.ts';
import type { ForeignRestaurant, OwnedLine } from './restaurant.ts';
import { createSwitches, setSwitch, renderSwitches, switchNames } from './switches.ts';

const help = `switch NAME=VALUE
switches
soldout PRODUCT on|off
waiter add TABLE PRODUCT QTY
waiter change TABLE LINE QTY
waiter remove TABLE LINE
lines TABLE
orders TABLE
clear TABLE
settle TABLE
code PHONE
ordercode TABLE
people
revoke PERSON
backup
restore
help`;

const backups = new WeakMap<ForeignRestaurant, string>();
const describeResult = (worked: boolean, words = 'Done.') => (worked ? words : 'There is no such thing.');

function runWaiter(
  restaurant: ForeignRestaurant,
  [what, table = '', thing = '', amount = '']: string[],
): string {
  const quantity = Number(amount);
  if (what === 'remove') return describeResult(restaurant.staff.removeLine(table, thing));
  if (!Number.isFinite(quantity) || amount === '') return 'The quantity is missing.';
  if (what === 'add')
    return describeResult(
      hasTable(restaurant, table) &&
        quantity > 0 &&
        restaurant.staff.addLine(table, thing, quantity) !== undefined,
    );
  return what === 'change' ? describeResult(restaurant.staff.changeLine(table, thing, quantity)) : help;
}

function hasTable(restaurant: ForeignRestaurant, tableId: string): boolean {
  return restaurant.tables.some((table) => table.id === tableId);
}

function listSwitches(restaurant: ForeignRestaurant): string {
  return switchNames.map((name) => `${name}=${restaurant.switches[name]}`).join('\n');
}

function describeLines(lines: OwnedLine[]): string {
  const texts = lines.map(
    ({ personId, line }) => `${line.id} ${line.quantity} x ${line.productId} of ${personId}`,
  );
  return texts.join('\n') || 'No lines.';
}

/** Runs one line of the command input and returns what to print. A table may be given by its name. */
export function runCommand(restaurant: ForeignRestaurant, line: string): string {
  const [command = '', ...words] = line.trim().split(/\s+/);
  const [first = '', second = ''] = words.map(
    (word) => restaurant.tables.find((table) => table.name === word)?.id ?? word,
  );
  const { staff } = restaurant;
  switch (command) {
    case '':
      return '';
    case 'switch':
      return setSwitch(restaurant.switches, words.join(' ')) ?? 'Done.';
    case 'switches':
      return listSwitches(restaurant);
    case 'soldout':
      return second === 'on' || second === 'off'
        ? describeResult(staff.soldOut(first, second === 'on'))
        : help;
    case 'waiter':
      return runWaiter(restaurant, [first, second, ...words.slice(2)]);
    case 'lines':
      return describeLines(staff.linesOf(first));
    case 'orders':
      return describeLines(staff.ordersOf(first).flatMap((order) => order.lines));
    case 'code':
      return staff.codeSentTo(first) ?? describeResult(false);
    case 'ordercode':
      return hasTable(restaurant, first) ? staff.orderCodeOf(first) : describeResult(false);
    case 'people':
      return (
        restaurant
          .people()
          .map(
            (person) => `${person.id} ${person.firstName ?? '-'} ${person.registered ? 'member' : 'guest'}`,
          )
          .join('\n') || 'No one.'
      );
    case 'revoke':
      return describeResult(staff.revokeToken(first));
    case 'backup':
      backups.set(restaurant, staff.backUpCarts());
      return 'Done.';
    case 'restore': {
      const backup = backups.get(restaurant);
      if (backup !== undefined) staff.restoreCarts(backup);
      return describeResult(backup !== undefined);
    }
    case 'clear':
    case 'settle':
      if (!hasTable(restaurant, first)) return describeResult(false);
      if (command === 'clear') staff.clear(first);
      else staff.settle(first);
      return 'Done.';
    default:
      return help;
  }
}

function readFlags(flags: string[]): {
  port: number;
  host: string;
  webPubSub: string | undefined;
  errors: string[];
  switches: ReturnType<typeof createSwitches>;
} {
  const read = {
    port: 4080,
    host: '127.0.0.1',
    webPubSub: undefined as string | undefined,
    errors: [] as string[],
    switches: createSwitches(),
  };
  for (let at = 0; at < flags.length; at += 2) {
    const value = flags[at + 1] ?? '';
    const port = Number(value);
    if (flags[at] === '--port' && Number.isInteger(port) && port >= 0 && port < 65536) read.port = port;
    else if (flags[at] === '--host') read.host = value;
    else if (flags[at] === '--web-pubsub') read.webPubSub = value;
    else if (flags[at] === '--switch')
      read.errors.push(...[setSwitch(read.switches, value)].filter((error) => error !== undefined));
    else read.errors.push(`The flag ${flags[at]} ${value} is wrong.`);
  }
  return read;
}

async function main(): Promise<void> {
  if (process.argv[2] === '--markdown') return console.log(renderSwitches());
  const { port, host, webPubSub, errors, switches } = readFlags(process.argv.slice(2));
  if (errors.length > 0) {
    console.error(errors.join('\n'));
    process.exitCode = 1;
    return;
  }
  const listening = await listen({
    port,
    host,
    switches,
    ...(webPubSub === undefined ? {} : { webPubSubConnectionString: webPubSub }),
  });
  const { restaurant } = listening;
  console.log(`Listening at ${listening.address}`);
  for (const table of restaurant.tables)
    console.log(`${table.name}  id ${table.id}  /m/${restaurant.settings.merchantId}/q/${table.qrcodeId}`);
  console.log(listSwitches(restaurant));
  createInterface({ input: process.stdin }).on('line', (line) => console.log(runCommand(restaurant, line)));
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) await main();
