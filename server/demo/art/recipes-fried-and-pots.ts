/** Fried dishes and hot pots of the izakaya. */
import { at, heap, type Layer, layers, ring, row } from './brush.ts';
import * as f from './food.ts';
import { basket, board, bowl, plate, pot, saucer, skillet } from './vessels.ts';

const lemon = f.wedge('#f9e25a', '#e6bd22', 16);
const tempura = (color: string, long: number, size = 12): Layer => f.fried(size, color, long);

export const friedAndPotPictures: Record<string, Layer> = {
  karaage: basket(
    'sage',
    heap(9, 33, f.fried(19, '#b8651f')),
    f.shreds('#e5f0c0', 9)(12, 10, 118, 108),
    at(120, 52, -20, 1.15, lemon),
    at(48, 118, 0, 1.5, f.herb),
  ),
  'shrimp-tempura': basket(
    'indigo',
    row(4, 52, 84, 21, -2, layers(tempura('#ebbf62', 0.62, 23), at(0, -24, 0, 1, f.leaf(9, '#e8502c'))), 8),
    saucer(128, 128, '#7a4a22', 18),
    at(36, 122, 0, 1.4, f.herb),
  ),
  'vegetable-tempura': basket(
    'clay',
    at(58, 62, 20, 1, f.fried(20, '#f0a93a', 1.2)),
    at(102, 58, 0, 1, layers(f.fried(21, '#ecd08a'), ring(6, 11, f.blob('#a87a3c', 3, 3, 0.05), 1, 0, 0, 0))),
    at(62, 104, -20, 1, layers(f.fried(17, '#e6c069', 1.5), at(0, 0, 0, 1, f.bar('#5a3a80', 40, 8, 4)))),
    at(106, 102, 40, 1.1, f.leaf(27, '#4f8f4a')),
    f.crumbs('#f3d590')(24, 42),
  ),
  'agedashi-tofu': bowl(
    'slate',
    '#d9cdb4',
    f.broth('#b3742e', 10),
    ring(4, 23, f.cube('#ecc273', 33), 1, 45),
    f.scallion(14, 30),
    at(80, 74, 0, 1, f.blob('#fbf6ea', 13, 10, 0.16)),
    f.chili(3, 8, 80, 72),
  ),
  'katsu-sando': board(
    'rose',
    '#f0e6d2',
    row(
      3,
      48,
      76,
      33,
      3,
      layers(
        f.bar('#fdf1d8', 30, 62, 5),
        f.bar('#d98f3a', 20, 58, 4),
        f.bar('#f2cdb9', 13, 54, 3),
        at(-10.5, 0, 0, 1, f.bar('#b5d477', 4, 56, 2)),
        at(10.5, 0, 0, 1, f.bar('#8f3f1a', 2.4, 56, 1)),
      ),
      6,
    ),
    f.shreds('#dff0b4', 9)(12, 11, 128, 120),
    at(36, 124, 0, 1.4, f.herb),
  ),
  'fried-oysters': plate(
    'moss',
    '#f3efe6',
    ring(4, 25, f.fried(18, '#c97a28', 1.25), 1, 40),
    f.shreds('#e2f0bb', 12)(22, 13, 80, 80),
    saucer(128, 36, '#f8f0d2', 17),
    f.crumbs('#6fa544')(5, 7, 128, 36),
    at(38, 122, -20, 1, lemon),
  ),
  'oden-pot': pot(
    'honey',
    '#59403a',
    f.broth('#c9924a', 14),
    at(56, 62, 0, 1.3, f.coin('#f3e2b8', '#d8bd84', 16)),
    at(102, 60, -20, 1.25, f.wholeEgg('#ead2a8', 15)),
    at(62, 104, 30, 1, f.bar('#d9a560', 40, 15, 7)),
    at(106, 98, 10, 1.1, layers(f.cube('#7c7a76', 26), f.blackSesame(6, 10, 0, 0))),
    f.glyph('fish-cake-with-swirl', 32, 82, 84, 12),
    f.scallion(5, 34),
  ),
  sukiyaki: skillet(
    'clay',
    f.sauce('#6a3316', 52),
    heap(7, 17, f.slice('#b5545a', '#f3cdc4', 20, 11), { x: 62, y: 66 }),
    row(3, 96, 52, 11, 4, f.cube('#fbf1dc', 19), 10),
    row(4, 92, 92, 9, 4, f.bar('#e4efc0', 8, 26, 4), 30),
    heap(5, 12, f.blob('#f3e2bd', 5, 13, 0.06), { x: 56, y: 106 }),
    f.tinted('brown-mushroom', 28, 82, 108, 0, 30),
    f.shreds('#5f9a3c', 9)(9, 10, 116, 76),
  ),
  'sake-clams': bowl(
    'sky',
    '#2d4656',
    f.broth('#e6d6a8', 16),
    heap(13, 42, f.clam('#8f7f78')),
    f.scallion(18, 42),
    at(112, 56, -10, 1, f.cube('#fbd95a', 15)),
    at(48, 112, 20, 0.9, lemon),
  ),
  kakuni: bowl(
    'sage',
    '#efe8da',
    f.sauce('#5f2a12', 57),
    ring(
      3,
      22,
      layers(
        f.cube('#8a3f1f', 34),
        at(0, -10, 0, 1, f.bar('#e9c198', 32, 7, 3)),
        at(0, 1, 0, 1, f.bar('#c98a60', 32, 3, 1.5)),
      ),
      1,
      -90,
    ),
    at(112, 106, 60, 0.9, f.bokChoy),
    at(46, 104, 0, 1, f.blob('#e8b62c', 8, 7, 0.12)),
    f.scallion(7, 22),
  ),
  'kimchi-pot': pot(
    'slate',
    '#2d2b2e',
    f.broth('#d43a14', 30),
    heap(9, 38, f.blob('#e8683a', 16, 10, 0.26)),
    heap(6, 32, f.cube('#fbefda', 20), { turn: 30 }),
    at(82, 78, 0, 0.9, f.friedEgg(18)),
    f.scallion(16, 40),
    f.chili(6, 40),
  ),
};
