/** The demonstration restaurants: menu files like any restaurant's, in the folder `demo`. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { WholeMerchant } from '#server/catalogue/whole-merchant.ts';
import { prepareMenu } from '#server/menu-file/prepare-menu.ts';
import { StartError } from '#server/start-error.ts';

const folder = fileURLToPath(new URL('../../demo', import.meta.url));

let restaurants: Promise<readonly WholeMerchant[]> | undefined;

/** In the order of their ids. Read once a process; nobody may change them. Rejects with a StartError that says what is wrong. */
export async function readDemoMerchants(): Promise<readonly WholeMerchant[]> {
  restaurants ??= Promise.all(
    readdirSync(folder)
      .filter((name) => name.endsWith('.yaml'))
      .sort()
      .map(readRestaurant),
  );
  return await restaurants;
}

async function readRestaurant(name: string): Promise<WholeMerchant> {
  // Every picture is in demo/pictures already: none is to be drawn or kept.
  const menu = await prepareMenu({ menuPath: join(folder, name), name: `demo/${name}`, dataDir: folder });
  if (!menu.ok) throw new StartError(menu.mistakes.join('\n'));
  return menu.whole;
}
