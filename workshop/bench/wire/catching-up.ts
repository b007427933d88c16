/** What a phone gets that lacks some of a table's events. */
import { get } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { getCart, type Sync } from '#contract/calls/cart.ts';
import { identityOf } from '#tests/real-phones/api-request.ts';
import type { Seat } from '#tests/real-phones/restaurant.ts';
import type { VersionVector } from '#events/version-vector.ts';
import { allSent, type FullTable } from '../browser/full-table.ts';
import type { Table } from '../table.ts';

const lacking = [1, 10, 100] as const;

interface Answer {
  readonly encoding: string;
  /** As they travel. */
  readonly bytes: number;
  readonly text: string;
}

export async function catchingUp({ address, phones }: FullTable): Promise<Table> {
  const [late, ...others] = phones;
  const rows: string[][] = [];
  for (const events of lacking) {
    const known = late!.engine.cut();
    for (let n = 0; n < events; n += 1) {
      const phone = others[n % others.length]!;
      phone.engine.commands.add(phone.ownLines()[0]!.item, 1);
    }
    await allSent(others);
    const answer = await asked(address, late!.seat, known);
    const { data } = JSON.parse(answer.text) as { data: { sync: Sync } };
    const all = Object.values(data.sync.known).reduce((sum, reached) => sum + reached, 0);
    rows.push([
      `${events} of ${all}`,
      String(data.sync.snapshot?.events?.length ?? 0),
      String(Buffer.byteLength(answer.text)),
      String(answer.bytes),
      answer.encoding,
    ]);
  }
  return {
    title: 'Catching up',
    head: ['events that the phone lacks', 'events in the answer', 'bytes of JSON', 'bytes sent', 'encoding'],
    rows,
    notes: [
      "The server's answer to the phone's question, which says what it knows. Below 1 kB it goes as it is: one packet either way.",
    ],
  };
}

async function asked(address: string, seat: Seat, known: VersionVector): Promise<Answer> {
  const query = new URLSearchParams({
    merchantId: seat.merchantId,
    browserId: 'b',
    known: JSON.stringify(known),
  });
  const headers = { ...identityOf(seat), 'Accept-Encoding': 'br, gzip' };
  return await new Promise((resolve, reject) => {
    get(`${address}${getCart.path}?${query}`, { headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('error', reject);
      response.on('end', () => {
        const body = Buffer.concat(parts);
        const encoding = response.headers['content-encoding'] ?? 'none';
        const text = unpacked(body, encoding);
        resolve({ encoding, bytes: body.length, text: text.toString() });
      });
    }).on('error', reject);
  });
}

function unpacked(body: Buffer, encoding: string): Buffer {
  if (encoding === 'br') return brotliDecompressSync(body);
  return encoding === 'gzip' ? gunzipSync(body) : body;
}
