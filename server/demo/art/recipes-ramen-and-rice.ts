/** Ramen, soba and rice of the izakaya. */
import { at, heap, type Layer, layers, row } from './brush.ts';
import * as f from './food.ts';
import { board, bowl, saucer } from './vessels.ts';

const chashu = layers(
  f.blob('#b9785a', 21, 19, 0.05),
  f.blob('#e2b193', 15, 13, 0.1),
  f.blob('#b06c50', 8, 6, 0.2),
);
const softEgg = f.halfEgg('#dcab72', '#f78a12', 14);
const nori = f.bar('#1f3229', 26, 34, 2);

export const ramenAndRicePictures: Record<string, Layer> = {
  'tonkotsu-ramen': bowl(
    'clay',
    '#2c2a2e',
    f.broth('#ead3a6', 20),
    f.noodles('#f6dd9a', 2.2, 44),
    row(2, 118, 52, 8, 12, nori, 30),
    at(58, 66, 0, 1, chashu),
    at(72, 98, 0, 1, chashu),
    at(108, 98, 20, 1, softEgg),
    f.scallion(20, 15, 92, 62),
    f.glyph('fish-cake-with-swirl', 25, 48, 104, 0),
  ),
  'miso-ramen': bowl(
    'lemon',
    '#9a3324',
    f.broth('#c25a1c', 30),
    f.noodles('#f3ca6a', 3.4, 43),
    heap(30, 16, f.blob('#fbce3a', 4, 3.6, 0.08), { x: 58, y: 66 }),
    f.crumbs('#7d4023')(40, 17, 98, 62),
    at(106, 102, -20, 1.05, softEgg),
    f.shreds('#f7f1de', 12)(14, 13, 62, 108),
    f.scallion(14, 18, 84, 86),
    f.chili(5, 34),
  ),
  'cold-soba': board(
    'sage',
    '#3a2a26',
    at(70, 82, 0, 1, f.bar('#c99a55', 104, 86, 4)),
    f.noodles('#a08468', 2.6, 37, 70, 82),
    f.shreds('#223a30', 8)(18, 18, 70, 78),
    saucer(134, 60, '#3f1e10', 21),
    f.scallion(4, 7, 134, 60),
    saucer(134, 112, '#f8f4ea', 13),
    at(134, 112, 0, 1, f.blob('#9dbf4e', 6, 5, 0.15)),
  ),
  'eel-rice': board(
    'rose',
    '#2a2224',
    at(80, 80, 0, 1, f.bar('#8a2a22', 122, 96, 6)),
    at(80, 80, 0, 1, f.bar('#f8f1e0', 112, 86, 4)),
    row(
      2,
      80,
      60,
      0,
      40,
      layers(
        f.bar('#9a4a1c', 100, 34, 8),
        row(6, -40, 0, 16, 0, f.bar('#5a240e', 3, 30, 1.5), 10),
        at(0, -7, 0, 1, f.bar('#d98a44', 88, 4, 2)),
      ),
      -3,
    ),
    f.crumbs('#5f8f2f')(14, 30),
    at(80, 80, 20, 0.9, f.leaf(11, '#5a9a3a')),
  ),
  oyakodon: bowl(
    'indigo',
    '#d9c9a8',
    f.rice(55),
    f.sauce('#f3bb3f', 46, 43),
    heap(8, 36, f.blob('#fbd763', 18, 12, 0.22)),
    heap(7, 30, f.slice('#c98a52', '#f0cfa0', 14, 11)),
    at(82, 76, 0, 1, f.blob('#f78f14', 12, 12, 0.02)),
    f.scallion(12, 36),
    f.shreds('#f7eccb', 9)(8, 34),
  ),
  'grilled-rice-balls': board(
    'moss',
    '#8f6742',
    row(2, 56, 76, 50, 10, f.onigiri, -6),
    f.sesame(14, 42, 80, 72),
    row(3, 108, 122, 13, 2, f.coin('#f7d644', '#dba81f', 9)),
  ),
};
