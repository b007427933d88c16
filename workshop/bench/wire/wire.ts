/** What one change costs on the table's socket, and what catching up sends. */
import type { AnyEvent } from '#events/catalogue.ts';
import type { RealPhone } from '#tests/real-phones/real-phone.ts';
import { openChromium } from '../../../e2e/film/chromium.ts';
import { fullTable } from '../browser/full-table.ts';
import { median, progress } from '../load/measures.ts';
import type { Table } from '../table.ts';
import { fillCarts } from '../taps/evening.ts';
import { seatedDiner } from '../taps/pages/diner-page.ts';
import { tap } from '../taps/pages/target.ts';
import { catchingUp } from './catching-up.ts';
import { watchSockets, type Socket, type Traffic } from './socket.ts';

const changes = 9;
/** Until everything that a change sets off has been on the socket, the acknowledgement too, ms. */
const settledMs = 1_600;
/** Beside twice the event's JSON: envelope, the contract's own fields, acknowledgements. */
const allowance = 300;

interface Change extends Traffic {
  /** Bytes of the event's JSON. */
  readonly event: number;
}

export async function run(): Promise<readonly Table[]> {
  // What a phone cannot reach at its very start is tried again, and says so.
  console.warn = () => undefined;
  const table = await fullTable({ dishes: 60, phones: 7 });
  const { browser, close } = await openChromium();
  try {
    await fillCarts(table);
    let socket: Socket | undefined;
    const diner = await seatedDiner(browser, table, async (context) => {
      socket = watchSockets(context);
    });
    const target = await diner.inMenu();
    const other = table.phones[0]!;
    const phones = new Set(table.phones.map(({ seat }) => seat.userId));
    const heard = await measured(socket!, async () => {
      const id = other.tap(({ commands }) => commands.add(table.dishes[0]!, 1));
      return (await historyOf(other)).find((event) => event.id === id);
    });
    const told = await measured(socket!, async () => {
      await tap(target);
      await pause();
      return (await historyOf(other)).findLast(({ userId }) => !phones.has(userId));
    });
    return [socketTable(heard, told), await catchingUp(table)];
  } finally {
    await close();
    await table.close();
  }
}

async function measured(socket: Socket, change: () => Promise<AnyEvent | undefined>): Promise<Change[]> {
  const found: Change[] = [];
  await pause();
  for (let n = 0; n < changes; n += 1) {
    socket.take();
    const event = await change();
    await pause();
    if (!event) throw new Error('the change did not arrive');
    found.push({ event: Buffer.byteLength(JSON.stringify(event)), ...socket.take() });
  }
  progress(`${median(found.map(({ sent, received }) => sent + received))} bytes a change`);
  return found;
}

async function historyOf({ engine }: RealPhone): Promise<AnyEvent[]> {
  return (await engine.history()).flatMap((record) => ('event' in record ? [record.event] : []));
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, settledMs));
}

function socketTable(heard: readonly Change[], told: readonly Change[]): Table {
  const row = (name: string, some: readonly Change[]) => {
    const of = (read: (change: Change) => number) => median(some.map(read));
    const event = of((change) => change.event);
    const bytes = of(({ sent, received }) => sent + received);
    const most = 2 * event + allowance;
    return [
      name,
      String(event),
      String(of(({ received }) => received)),
      String(of(({ sent }) => sent)),
      String(of(({ frames }) => frames)),
      String(most),
      (bytes / most).toFixed(2),
    ];
  };
  return {
    title: 'One change on a phone’s socket, bytes, not compressed',
    head: ['', "the event's JSON", 'received', 'sent', 'frames', `twice the JSON + ${allowance}`, 'ratio'],
    rows: [row('somebody else’s', heard), row('one’s own', told)],
    notes: [
      `Medians of ${changes} changes at a table of eight, with the frames' own bytes; without pings and presence.`,
    ],
  };
}
