/** Raw fish and small cold plates. */
import { at, heap, type Layer, layers, ring, row } from './brush.ts';
import * as f from './food.ts';
import { board, bowl, plate, platter } from './vessels.ts';

const salmon = f.slice('#f5844e', '#ffd9bf', 17, 11);
const tuna = f.slice('#b3243a', '#d9707a', 17, 11);
const white = f.slice('#f6e3dc', '#e8a8a8', 17, 10);
const shiso = f.leaf(20, '#3f8a4a');
const lemon = f.wedge('#f9e25a', '#e6bd22', 15);

export const coldPlatePictures: Record<string, Layer> = {
  'sashimi-platter': platter(
    'slate',
    '#2f3f4c',
    heap(4, 24, shiso, { y: 78, flat: 0.5 }),
    row(4, 36, 78, 10, -4, salmon, 62, 1.05),
    row(4, 72, 70, 11, -1, white, 70, 1.05),
    row(4, 52, 106, 12, 0, tuna, 68, 1.05),
    at(112, 92, 0, 1.35, f.prawn('#f8b29a')),
    f.shreds('#f8f4ea', 10)(14, 9, 126, 72),
    at(122, 104, 0, 1, f.blob('#9dbf4e', 7, 6, 0.14)),
  ),
  'salmon-sashimi': plate(
    'sky',
    '#2c3a44',
    f.shreds('#f8f4ea', 13)(26, 22, 100, 56),
    at(54, 60, -40, 1.2, shiso),
    row(6, 46, 96, 13, -3, f.slice('#f67f42', '#ffdcc4', 25, 14), 66),
    at(118, 112, -20, 1, lemon),
  ),
  'tuna-sashimi': plate(
    'sage',
    '#f1ede2',
    heap(18, 32, f.cube('#b3243a', 15), { turn: 50 }),
    f.sauce('#fbf6ea', 19, 16, 76, 76),
    at(76, 76, 0, 1, f.blob('#f9a21c', 9, 9, 0.02)),
    f.scallion(12, 34),
    f.sesame(14, 36),
    at(118, 62, -50, 1.1, shiso),
  ),
  'seared-scallop': platter(
    'walnut',
    '#46505a',
    ring(4, 27, layers(f.blob('#f6e2bd', 20, 19, 0.05), f.blob('#d99a4e', 13, 12, 0.12)), 1, 45, 80, 80),
    f.crumbs('#f3d33d')(14, 34, 80, 82),
    f.scallion(8, 34, 80, 82),
    at(130, 78, 20, 1, lemon),
    at(30, 88, 60, 0.9, shiso),
  ),
  'raw-oysters': plate(
    'teal',
    '#eef3f5',
    heap(46, 44, f.cube('#dff0f7', 11)),
    ring(4, 27, at(0, 0, 0, 1, f.glyph('oyster', 48)), 1, 45),
    at(80, 80, 0, 1.05, lemon),
  ),
  kaisendon: bowl(
    'indigo',
    '#7c2a2a',
    f.rice(54),
    at(52, 58, -30, 1.2, shiso),
    row(3, 46, 76, 8, 8, salmon, 40, 1.1),
    row(3, 76, 54, 12, 4, tuna, 60, 1.1),
    row(2, 108, 92, -12, 10, white, 30, 1.1),
    heap(24, 12, f.blob('#f5641e', 3.6, 3.6, 0.02), { x: 76, y: 84 }),
    at(108, 72, 20, 1, f.prawn('#f8a98c')),
    at(62, 110, 10, 0.9, f.bar('#f8cf4a', 22, 15, 3)),
  ),
  edamame: bowl(
    'walnut',
    '#3f4d52',
    heap(
      15,
      40,
      layers(f.blob('#7db545', 21, 7.5, 0.05), row(3, -11, -0.5, 11, 0, f.blob('#93c957', 5.4, 5, 0.04))),
    ),
    f.crumbs('#ffffff')(30, 42),
  ),
  'potato-salad': plate(
    'sage',
    '#5b4e6a',
    heap(12, 28, f.blob('#f6e3a4', 17, 13, 0.16)),
    f.crumbs('#c9483c')(22, 32),
    heap(6, 30, f.coin('#cfe8a4', '#5c9a3c', 8)),
    at(80, 70, 10, 1.5, f.halfEgg('#fff9ec', '#f78f14', 15)),
    at(112, 100, 0, 1.5, f.herb),
  ),
  tamagoyaki: board(
    'indigo',
    '#6d4a34',
    row(
      4,
      44,
      82,
      24,
      -3,
      layers(f.bar('#f6c63c', 22, 44, 7), f.bar('#fbdc74', 13, 30, 5), f.bar('#f0b52c', 5, 17, 3)),
      4,
      1.1,
    ),
    f.sauce('#fbf8f0', 14, 11, 122, 120),
    at(42, 124, -10, 0.9, shiso),
  ),
  'cold-tofu': plate(
    'moss',
    '#39596a',
    at(80, 80, 0, 1, f.cube('#fdf8ec', 60)),
    f.sauce('#5a2c14', 22, 8, 80, 84),
    at(78, 60, -30, 1.1, shiso),
    at(80, 66, 0, 1, f.blob('#f0d68a', 11, 8, 0.2)),
    f.scallion(10, 20, 80, 62),
    f.crumbs('#c9804a')(8, 14, 80, 56),
  ),
  takowasa: bowl(
    'rose',
    '#24414a',
    f.sauce('#cdd69a', 57),
    heap(15, 38, layers(f.blob('#e9d6d0', 13, 8, 0.16), at(-7, 0, 0, 1, f.blob('#a8546a', 5, 7, 0.1)))),
    f.shreds('#7fb648', 7)(14, 38),
    at(104, 58, 0, 1, f.blob('#9dbf4e', 10, 8, 0.16)),
    row(2, 54, 112, 16, 6, f.bar('#1f332c', 26, 18, 2), -30),
  ),
  'house-pickles': plate(
    'sand',
    '#4a5d7a',
    row(5, 46, 58, 12, 2, f.coin('#d3ea9c', '#4f8f36', 13)),
    row(5, 52, 86, 14, -2, f.coin('#fbf7ee', '#c8497a', 13)),
    row(4, 58, 110, 14, 0, f.slice('#6a3f8a', '#e4d6ea', 14, 8), 70),
    f.sesame(9, 34),
  ),
};
