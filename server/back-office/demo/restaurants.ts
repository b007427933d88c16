import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { WholeMerchant } from '#server/menu/whole-merchant.ts';
import { createPictureFiles } from '#server/platform/pictures/picture-files.ts';
import { StartError } from '#server/platform/lifecycle/start-error.ts';

const folder = fileURLToPath(new URL('../../../demo', import.meta.url));

/** Lists the demo menus. `storeDemo` imports a file again only when its `hash` (SHA-256) has changed. */
export function findMenuFiles(): { name: string; hash: string }[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.yaml'))
    .sort()
    .map((name) => ({
      name,
      hash: createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex'),
    }));
}

const merchants = new Map<string, Promise<WholeMerchant>>();

/**
 * Reads the restaurant of a demo file, once per process. Callers share the result and must not change it.
 * @throws StartError with every mistake of the file
 */
export async function readDemoMerchant(name: string): Promise<WholeMerchant> {
  const merchant = merchants.get(name) ?? readRestaurant(name);
  merchants.set(name, merchant);
  return await merchant;
}

export async function readDemoMerchants(): Promise<WholeMerchant[]> {
  return await Promise.all(findMenuFiles().map(async ({ name }) => await readDemoMerchant(name)));
}

async function readRestaurant(name: string): Promise<WholeMerchant> {
  // Loaded only when needed. At most starts, every demo menu is already in the database.
  const { prepareMenu } = await import('#server/menu/menu-file/to-merchant.ts');
  // Every picture is in demo/pictures already, so none is drawn or saved.
  const { demoPicturesDir } = await import('#server/menu/menu-file/pictures.ts');
  const files = createPictureFiles(demoPicturesDir);
  const menu = await prepareMenu({ menuPath: join(folder, name), name: `demo/${name}`, files });
  if (!menu.ok) throw new StartError(menu.mistakes.join('\n'));
  return menu.whole;
}
