/** A diner without a phone around them: sends one change after the other and folds nothing, to load a server alone. */
import { Agent, request } from 'node:http';
import { updateCart } from '#contract/calls/cart.ts';
import { itemAdded } from '#events/item-added.ts';
import { itemDecreased } from '#events/item-decreased.ts';
import type { CartEvent } from '#events/catalogue.ts';
import type { VersionVector } from '#events/version-vector.ts';
import type { Item } from '#events/item.ts';
import { phone } from '#tests/server-cart/given.ts';
import { emptyDetail } from '#tests/server-cart/table-phone.ts';
import { identityOf } from '#tests/real-phones/api-request.ts';
import type { Seat } from '#tests/real-phones/restaurant.ts';

interface BareWriter {
  /** One change; rejects unless it was accepted. @param path another call that takes the same body */
  change(path?: string): Promise<void>;
}

const agent = new Agent({ keepAlive: true, maxSockets: 512 });

/** Puts one dish on the table and takes it off again, for ever. @param known what stands there already */
export function bareWriter(
  address: string,
  seat: Seat,
  item: Item,
  { replicaId, known: start = {} }: { readonly replicaId: string; readonly known?: VersionVector },
): BareWriter {
  const writer = phone(replicaId, seat.userId);
  let known: VersionVector = start;
  let sent = 0;
  let lineId = '';
  const next = (): CartEvent => {
    const fields = writer.fields(known, Date.now());
    sent += 1;
    if (sent % 2 === 0) return itemDecreased(fields, { lineId, item, quantity: 1 });
    lineId = fields.id;
    return itemAdded(fields, { lineId, item, quantity: 1 });
  };
  return {
    async change(path = updateCart.path) {
      const event = next();
      known = { ...known, ...event.seen };
      const body = { merchantId: seat.merchantId, orderDetail: emptyDetail, events: [event], known };
      const answer = await post(`${address}${path}`, seat, body);
      if (path !== updateCart.path) return;
      const sync = answer.data?.sync;
      if (sync?.accepted?.ids[0] !== event.id)
        throw new Error(`a change was not taken: ${JSON.stringify(answer).slice(0, 300)}`);
      known = sync.known;
    },
  };
}

interface Answer {
  readonly success: boolean;
  readonly data?: {
    readonly sync?: {
      readonly accepted?: { readonly ids: readonly string[] };
      readonly known: VersionVector;
    };
  };
}

async function post(url: string, seat: Seat, body: unknown): Promise<Answer> {
  const text = JSON.stringify(body);
  const answer = await new Promise<string>((resolve, reject) => {
    const sending = request(url, { method: 'POST', agent, headers: headersOf(seat, text) }, (response) => {
      let received = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (received += chunk));
      response.on('end', () => resolve(received)).on('error', reject);
    });
    sending.on('error', reject);
    sending.end(text);
  });
  const parsed = JSON.parse(answer) as Answer;
  if (!parsed.success) throw new Error(`refused: ${answer.slice(0, 300)}`);
  return parsed;
}

function headersOf(seat: Seat, text: string): Record<string, string | number> {
  return {
    ...identityOf(seat),
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(text),
  };
}
