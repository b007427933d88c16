import { listEntries, readFields } from '#contract/menu-file/cross-mistakes.ts';
import { createMistake, type Mistake } from '#contract/menu-file/mistake.ts';
import { listMissingPictures } from '#server/menu/menu-file/pictures.ts';
import type { PictureFiles } from '#server/platform/pictures/picture-files.ts';

/** A file may name only uploaded pictures. It can therefore not read other files of the server. */
export async function findMissingPictures(file: object, files: PictureFiles): Promise<Mistake[]> {
  const named = listEntries(readFields(file)['categories'], ['categories'])
    .flatMap(([path, { products }]) => listEntries(products, [...path, 'products']))
    .flatMap(([path, { picture }]) =>
      typeof picture === 'string' && picture !== '' ? [{ path, picture }] : [],
    );
  const missing = await listMissingPictures(
    named.map(({ picture }) => picture),
    files,
  );
  return named
    .filter(({ picture }) => missing.has(picture))
    .map(({ path }) => createMistake([...path, 'picture'], 'notKept'));
}
