/** Fetches the accounting file of some days, joined from its portions. */
import { exportAccounting, type ExportFormat } from '#contract/calls/numbers.ts';
import { limits } from '#contract/limits.ts';
import { expect } from 'vitest';
import type { Caller, ServerUnderTest } from '../server-under-test.ts';

export type Row = Readonly<Record<string, string>>;

export async function readAccounting(
  server: ServerUnderTest,
  caller: Caller,
  query: { readonly from: string; readonly to: string; readonly format: ExportFormat },
): Promise<{ text: string; portions: number; fileName: string }> {
  let [text, portions] = ['', 0];
  for (let after: string | undefined; ;) {
    const portion = await server.ask(exportAccounting, {
      ...caller,
      query: { ...query, ...(after !== undefined && { after }) },
    });
    expect(Buffer.byteLength(JSON.stringify(portion))).toBeLessThan(limits.bodyBytes);
    text += portion.text;
    portions += 1;
    const { fileName, more } = portion;
    if (more === undefined) return { text, portions, fileName };
    after = more;
  }
}
