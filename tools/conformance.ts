/** `npm run conformance -- https://api.example --merchant 1001 --qr 1`: can a table order at this server? */
import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { askerOf } from './conformance/ask.ts';
import { playJourney } from './conformance/journey.ts';
import { noteWriter } from './conformance/words.ts';
import { endWithTheReader } from './terminal/closed-pipe.ts';

const usage = `usage: npm run conformance -- ADDRESS --merchant ID --qr ID [--phone DIGITS [--code DIGITS]] [--order-code CODE]
  ADDRESS       base of a restaurant's API, e.g. https://api.example
  --merchant    the merchant's id
  --qr          what stands behind /q/ in the link of a table's QR code
  --phone       ten digits: the order is placed by this member, not by a guest
  --code        the code that comes to the phone; asked for when it is not given
  --order-code  the table's order code, where one is wanted
It orders for real: give it a table of a test restaurant.
Exit status: 0 a table can order, 1 it cannot, 2 this command makes no sense.`;

const options = {
  merchant: { type: 'string' },
  qr: { type: 'string' },
  phone: { type: 'string' },
  code: { type: 'string' },
  'order-code': { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

endWithTheReader();
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
  const linesOf = noteWriter();
  const counts = { ok: 0, without: 0, fails: 0 };
  const orderId = await playJourney(askerOf(base, merchantId), {
    merchantId,
    qrcodeId,
    phone,
    orderCode,
    codeFor: async (to) => code ?? (await askFor(`Code that came to ${to}: `)),
    newBrowserId: randomUUID,
    note: (note) => {
      counts[note.verdict] += 1;
      console.log(linesOf(note).join('\n'));
    },
  });
  const without = counts.without === 0 ? 'nothing' : `${counts.without} things`;
  console.log(
    orderId === undefined
      ? '\nNo table can order at this server.'
      : `\nA table can order at this server (order ${orderId}); ${without} that the phone does without.`,
  );
  return orderId === undefined ? 1 : 0;
}

/** `help`, or what is wrong. */
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
  const { merchant: merchantId, qr: qrcodeId, phone, code } = values;
  if (!merchantId) return '--merchant is missing';
  if (!qrcodeId) return '--qr is missing';
  if (phone !== undefined && !/^\d{10}$/.test(phone)) return `--phone takes ten digits, not ${phone}`;
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

async function askFor(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return (await terminal.question(question)).trim();
  } finally {
    terminal.close();
  }
}
