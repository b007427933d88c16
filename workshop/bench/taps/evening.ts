/** The others at the table: what they have in the cart, and their changes at a steady rate. */
import { randomOf } from '#workshop/simulation/world/random.ts';
import type { RealPhone } from '#tests/real-phones/real-phone.ts';
import { allSent, type FullTable } from '../browser/full-table.ts';

/** Seven others and the diner in the browser. */
export const evening = { dishes: 200, phones: 7 };
/** 7 × 13 + 9: a hundred. */
export const lines = { ofEachOther: 13, own: 9 };
/** Of all others together: how busy a table of eight may be, and more than it can be. */
export const changesPerSecond = { busy: 2, extreme: 20 } as const;

/** Everybody's lines but those of the diner in the browser. */
export async function fillCarts({ phones, dishes }: FullTable): Promise<void> {
  for (const [n, phone] of phones.entries())
    for (let m = 0; m < lines.ofEachOther; m += 1)
      phone.engine.commands.add(dishes[(n * 3 + m) % dishes.length]!, 1);
  await allSent(phones);
}

/** Begins to tap at a steady rate, whether or not earlier taps have arrived; answers how to stop. */
export function keepTapping(phones: readonly RealPhone[], perSecond: number): () => void {
  const random = randomOf('1');
  const timer = setInterval(() => {
    const phone = random.pick(phones);
    const line = random.pick(phone.ownLines());
    if (line.quantity > 1) phone.engine.commands.decrease(line, 1);
    else phone.engine.commands.add(line.item, 1);
  }, 1000 / perSecond);
  return () => clearInterval(timer);
}
