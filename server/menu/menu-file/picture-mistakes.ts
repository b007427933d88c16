import { entriesOf, fieldsOf } from '#contract/menu-file/cross-mistakes.ts';
import type { Mistake, Path } from '#contract/menu-file/mistake.ts';
import { findDishPicture, findLogo, type Pictures } from './pictures.ts';

/** Pictures that a menu names and that are nowhere, or are none. */
export async function findPictureMistakes(raw: unknown, where: Pictures): Promise<Mistake[]> {
  const file = fieldsOf(raw);
  const mistakes: Mistake[] = [];
  const look = async (path: Path, given: unknown, find: typeof findDishPicture) => {
    const found = typeof given === 'string' && given !== '' ? await find(given, '', where) : undefined;
    if (found && 'code' in found) mistakes.push({ path, ...found });
  };
  await look(['merchant', 'logo'], fieldsOf(file['merchant'])['logo'], findLogo);
  for (const [path, category] of entriesOf(file['categories'], ['categories']))
    for (const [at, product] of entriesOf(category['products'], [...path, 'products']))
      await look([...at, 'picture'], product['picture'], findDishPicture);
  return mistakes;
}
