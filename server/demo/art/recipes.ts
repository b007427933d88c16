/** What is drawn for each picture slug. */
import type { Layer } from './brush.ts';
import { barPictures } from './recipes-bar.ts';
import { grillPictures } from './recipes-grill.ts';
import { noodlePictures } from './recipes-noodles.ts';
import { ricePictures } from './recipes-rice.ts';
import { teaPictures } from './recipes-tea.ts';
import { wokPictures } from './recipes-wok.ts';

export const recipes: Readonly<Record<string, Layer>> = {
  ...noodlePictures,
  ...ricePictures,
  ...wokPictures,
  ...grillPictures,
  ...barPictures,
  ...teaPictures,
};
