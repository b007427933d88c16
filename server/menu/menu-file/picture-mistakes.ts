import { listEntries, readFields } from '#contract/menu-file/cross-mistakes.ts';
import type { Mistake, Path } from '#contract/menu-file/mistake.ts';
import { findCover, findDishPicture, findLogo, type Pictures } from './pictures.ts';

/** Finds the pictures of a menu file that do not exist or cannot be read. */
export async function findPictureMistakes(raw: unknown, pictures: Pictures): Promise<Mistake[]> {
  const file = readFields(raw);
  const mistakes: Mistake[] = [];
  const check = async (path: Path, given: unknown, find: typeof findDishPicture) => {
    const found = typeof given === 'string' && given !== '' ? await find(given, '', pictures) : undefined;
    if (found && 'code' in found) mistakes.push({ path, ...found });
  };
  await check(['merchant', 'logo'], readFields(file['merchant'])['logo'], findLogo);
  await check(['merchant', 'cover'], readFields(file['merchant'])['cover'], findCover);
  for (const [path, category] of listEntries(file['categories'], ['categories']))
    for (const [at, product] of listEntries(category['products'], [...path, 'products']))
      await check([...at, 'picture'], product['picture'], findDishPicture);
  return mistakes;
}
