import { waitUntilAllSent, type FullTable } from '#testing/full-table.ts';

/** A full table: seven diners in addition to the one in the browser. */
export const full = { dishes: 200, phones: 7 };
/** 7 × 13 + 9 = 100 lines. */
export const lines = { ofEachOther: 13, own: 9 };

/** Adds the lines of all diners except the one in the browser. */
export async function fillCarts({ phones, dishes }: FullTable): Promise<void> {
  for (const [n, phone] of phones.entries())
    for (let m = 0; m < lines.ofEachOther; m += 1)
      phone.engine.commands.add(dishes[(n * 3 + m) % dishes.length]!, 1);
  await waitUntilAllSent(phones);
}
