/** What is drawn for each picture slug. */
import type { Layer } from './brush.ts';
import { coldPlatePictures } from './recipes-cold-plates.ts';
import { drinkAndSweetPictures } from './recipes-drinks-and-sweets.ts';
import { friedAndPotPictures } from './recipes-fried-and-pots.ts';
import { grillPictures } from './recipes-grill.ts';
import { noodlePictures } from './recipes-noodles.ts';
import { ramenAndRicePictures } from './recipes-ramen-and-rice.ts';
import { ricePictures } from './recipes-rice.ts';
import { skewerPictures } from './recipes-skewers.ts';
import { teaPictures } from './recipes-tea.ts';
import { vegetablePictures } from './recipes-vegetables.ts';
import { wokPictures } from './recipes-wok.ts';

export const recipes: Readonly<Record<string, Layer>> = {
  ...noodlePictures,
  ...ricePictures,
  ...wokPictures,
  ...coldPlatePictures,
  ...skewerPictures,
  ...grillPictures,
  ...friedAndPotPictures,
  ...ramenAndRicePictures,
  ...vegetablePictures,
  ...drinkAndSweetPictures,
  ...teaPictures,
};
