/** An honest diner who taps and measures how long the server takes to accept each tap. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { CartTransport } from '#sync/ports/transport.ts';
import { isSnapshotAnswer } from '#sync/protocols/answer-kind.ts';
import { openRealPhone } from '#testing/phones/real-phone.ts';
import type { Restaurant, Seat } from '#testing/restaurant.ts';

/** Between two taps, ms. */
const pauseMs = 150;
/** A tap without an answer after this time counts as lost, ms. */
const patienceMs = 15_000;

export interface Diner {
  /** Returns the wait of each tap, ms. Infinity means rejected or not answered. */
  tapFor(ms: number): Promise<number[]>;
  /** `diner dish notes quantity` of each line that the phone shows. */
  shown(): Promise<string[]>;
  close(): Promise<void>;
}

export interface DinerOrder {
  readonly seat: Seat;
  readonly address: string;
  readonly dishes: Restaurant['dishes'];
}

/** What the parent sends to a diner's process. */
export type DinerCall = DinerOrder | { readonly tapFor: number } | { readonly shown: true };

export function lineText(
  userId: string,
  line: { readonly productId: string; readonly notes?: string; readonly quantity: number },
): string {
  const { productId, notes = '', quantity } = line;
  return `${userId} ${productId} ${notes} ${quantity}`;
}

export async function startDiner({ seat, address, dishes }: DinerOrder): Promise<Diner> {
  const answered = new Map<string, (isAccepted: boolean) => void>();
  const watch = (transport: CartTransport): CartTransport => ({
    ...transport,
    async post(...given) {
      const answer = await transport.post(...given);
      if (answer.ok && !isSnapshotAnswer(answer.value)) {
        for (const id of answer.value.accepted?.ids ?? []) answered.get(id)?.(true);
        for (const { ids } of answer.value.rejected ?? []) for (const id of ids) answered.get(id)?.(false);
      }
      return answer;
    },
  });
  let taps = 0;
  const phone = await openRealPhone(seat, { server: () => address, watch });
  // A phone that restarts sends its pending events under other ids. Once nothing is pending, all were accepted (G5).
  phone.engine.cart.subscribe(({ pending }) => {
    if (pending === 0) for (const settle of answered.values()) settle(true);
  });
  const tap = async (): Promise<number> => {
    const start = performance.now();
    const dish = dishes[Math.floor(start) % dishes.length]!;
    taps += 1;
    // Clears now and then, because open events are bounded.
    if (taps > 100 && phone.ownLines().length > 0) {
      taps = 0;
      phone.tap(({ commands }) => commands.clear('user'));
    }
    // Adds and removes in turns, so that no line grows without end.
    const line = phone.ownLines()[0];
    const id = phone.tap(({ commands }) =>
      line ? commands.decrease(line, line.quantity) : commands.add(dish, 1),
    );
    if (id === undefined) return Infinity;
    const isAccepted = await new Promise<boolean>((resolve) => {
      answered.set(id, resolve);
      setTimeout(() => resolve(false), patienceMs);
    });
    return isAccepted ? performance.now() - start : Infinity;
  };
  return {
    async tapFor(ms) {
      const end = Date.now() + ms;
      const waits: Promise<number>[] = [];
      while (Date.now() < end) {
        waits.push(tap());
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
      return await Promise.all(waits);
    },
    async shown() {
      const { carts } = phone.engine.cart.value;
      return await Promise.resolve(
        carts.flatMap(({ userId, lines }) =>
          lines.map(({ item, quantity }) => lineText(userId, { ...item, quantity })),
        ),
      );
    },
    close: async () => await phone.close(),
  };
}

/** The same in its own process, so that the work of one phone does not delay another. */
export async function startDinerProcess(order: DinerOrder): Promise<Diner> {
  const child = fork(new URL('./diner-process.ts', import.meta.url), { serialization: 'advanced' });
  const ask = async (call: DinerCall): Promise<unknown> => {
    child.send(call);
    return (await once(child, 'message'))[0] as unknown;
  };
  await ask(order);
  return {
    tapFor: async (ms) => (await ask({ tapFor: ms })) as number[],
    shown: async () => (await ask({ shown: true })) as string[],
    async close() {
      child.disconnect();
      await once(child, 'exit');
    },
  };
} // prettier-ignore
