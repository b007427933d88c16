import { readFileSync } from 'node:fs';
import { readMenuFile } from './read-menu-file.ts';
import { toMerchant, type PreparedMerchant } from './to-merchant.ts';

interface MenuSource {
  /** Path of the file; its pictures are looked for beside it. */
  readonly menuPath: string;
  readonly name: string;
  readonly dataDir: string;
  /** The restaurant, in place of `merchant.id` of the file. */
  readonly merchantId?: string | undefined;
}

type PreparedMenu =
  | ({ readonly ok: true } & PreparedMerchant)
  /** One line each, with its place, in the order of the file. */
  | { readonly ok: false; readonly mistakes: readonly string[] };

/** A menu file, ready to be written: its pictures first, so that the menu never names one that is not there. */
export async function prepareMenu(source: MenuSource): Promise<PreparedMenu> {
  const { menuPath, name, dataDir, merchantId } = source;
  const where = { menuPath, dataDir };
  const read = await readMenuFile(readFileSync(menuPath, 'utf8'), name, where);
  if (!read.ok) return read;
  const id = merchantId ?? read.file.merchant.id;
  if (id === undefined) {
    const place = read.placeOf(['merchant', 'id']);
    return { ok: false, mistakes: [`${place}: is missing: give it here or with --merchant ID`] };
  }
  return { ok: true, ...(await toMerchant(read.file, id, where)) };
}
