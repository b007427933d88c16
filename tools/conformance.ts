/**
 * `npm run conformance -- https://api.example --merchant 1001 --qr 1` checks whether the phone app works with a server.
 */
import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { createAsk } from './conformance/ask.ts';
import { phonePattern } from '#contract/calls/member.ts';
import { runConformance, type Outcome } from './conformance/run.ts';
import { createNoteWriter } from './conformance/words.ts';
import { exitOnClosedPipe } from './terminal/closed-pipe.ts';

const usage = `usage: npm run conformance -- ADDRESS --merchant ID --qr ID [--phone NUMBER [--code DIGITS]] [--order-code CODE]
  ADDRESS       base of a restaurant's API, e.g. https://api.example
  --merchant    the merchant's id
  --qr          what stands behind /q/ in the link of a table's QR code
  --phone       an American number such as 415-555-2671: the order is placed by this member, not by a guest
  --code        the code that comes to the phone; asked for when it is not given
  --order-code  the table's order code, where one is wanted
It orders for real: give it a table of a test restaurant where nobody else sits, no order is open,
and nobody writes into the cart.
Exit status: 0 the phone app works with the server, 1 it does not, or no order was placed, 2 this command makes no sense.`;

const options = {
  merchant: { type: 'string' },
  qr: { type: 'string' },
  phone: { type: 'string' },
  code: { type: 'string' },
  'order-code': { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

exitOnClosedPipe();
process.exitCode = await run(process.argv.slice(2));

async function run(args: readonly string[]): Promise<number> {
  const given = readArguments(args);
  if (given === 'help') {
    console.log(usage);
    return 0;
  }
  if (typeof given === 'string') {
    console.error(`${given}\n${usage}`);
    return 2;
  }
  const { base, merchantId, qrcodeId, phone, code, orderCode } = given;
  const linesOf = createNoteWriter();
  const outcome = await runConformance(createAsk(base, merchantId), {
    merchantId,
    qrcodeId,
    phone,
    orderCode,
    codeFor: async (to) => code ?? (await askUser(`Code that came to ${to}: `)),
    newBrowserId: randomUUID,
    note: (note) => console.log(linesOf(note).join('\n')),
  });
  console.log(`\n${summarise(outcome)}`);
  return outcome.orderId !== undefined && outcome.counts.fails === 0 ? 0 : 1;
}

function summarise({ orderId, guestsMayNot, counts: { without, fails } }: Outcome): string {
  const failures = fails === 0 ? '' : ` The phone cannot work with ${countThings(fails, 'thing')} (✗).`;
  if (guestsMayNot)
    return `Guests may not order at this server, so no order was placed: name a member’s phone with --phone.${failures}`;
  if (orderId === undefined) return 'No table can order at this server.';
  const placed = `A table can order at this server (order ${orderId})`;
  if (fails > 0) return `${placed}.${failures}`;
  return `${placed}; ${without === 0 ? 'nothing' : countThings(without, 'thing')} that the phone does without.`;
}

function countThings(number: number, thing: string): string {
  return `${number} ${thing}${number === 1 ? '' : 's'}`;
}

/** Returns the arguments, `help`, or the text of a mistake. */
function readArguments(args: readonly string[]) {
  let parsed;
  try {
    parsed = parseArgs({ args: [...args], allowPositionals: true, options });
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  const { values, positionals } = parsed;
  if (values.help) return 'help';
  const [address, ...more] = positionals;
  if (address === undefined) return 'the ADDRESS of the server is missing';
  if (more.length > 0) return `one ADDRESS is enough: ${more.join(' ')}`;
  if (!/^https?:$/.test(URL.parse(address)?.protocol ?? ''))
    return `${address} is no address of http or https`;
  const { merchant: merchantId, qr: qrcodeId, code } = values;
  if (!merchantId) return '--merchant is missing';
  if (!qrcodeId) return '--qr is missing';
  const phone = values.phone === undefined ? undefined : extractDigits(values.phone);
  if (phone !== undefined && !phonePattern.test(phone))
    return `--phone takes an American number such as 415-555-2671, not ${values.phone}`;
  if (code !== undefined && phone === undefined) return '--code goes with --phone';
  return {
    base: address.replace(/\/+$/, ''),
    merchantId,
    qrcodeId,
    phone,
    code,
    orderCode: values['order-code'],
  };
}

/** Removes the signs with which people write a number: +1 (415) 555-2671. */
function extractDigits(phone: string): string {
  const digits = phone.replaceAll(/[\s().+-]/g, '');
  return digits.length === 11 ? digits.replace(/^1/, '') : digits;
}

async function askUser(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return (await terminal.question(question)).trim();
  } finally {
    terminal.close();
  }
}
