import { at, heap, type Layer, layers, ring, row } from './brush.ts';
import * as f from './food.ts';
import { board, bowl, plate, platter, saucer, skillet } from './vessels.ts';

const salmon = f.slice('#f5844e', '#ffd9bf', 17, 11);
const tuna = f.slice('#b3243a', '#d9707a', 17, 11);
const white = f.slice('#f6e3dc', '#e8a8a8', 17, 10);
const shiso = f.leaf(20, '#3f8a4a');
const lemon = f.wedge('#f9e25a', '#e6bd22', 15);
const chickenBit = f.charred('#c98440', 19, 21, 7);
const leek = f.charred('#dfe9ae', 13, 17, 4);
const three = (pieces: Layer[], step = 21, turn = -8): Layer =>
  layers(
    at(80, 52, turn, 1, f.skewer(pieces, step)),
    at(82, 82, turn, 1, f.skewer(pieces, step)),
    at(80, 112, turn, 1, f.skewer(pieces, step)),
  );

export const grillPictures: Record<string, Layer> = {
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
  'negima-skewer': platter('slate', '#3a3a40', three([chickenBit, leek, chickenBit, leek, chickenBit], 20)),
  'tsukune-skewer': platter(
    'clay',
    '#ece6d8',
    at(
      78,
      56,
      -6,
      1,
      f.skewer(
        [
          f.charred('#a5602c', 27, 26, 12),
          f.charred('#a5602c', 27, 26, 12),
          f.charred('#a5602c', 27, 26, 12),
        ],
        29,
      ),
    ),
    at(
      76,
      92,
      -6,
      1,
      f.skewer(
        [
          f.charred('#a5602c', 27, 26, 12),
          f.charred('#a5602c', 27, 26, 12),
          f.charred('#a5602c', 27, 26, 12),
        ],
        29,
      ),
    ),
    saucer(126, 112, '#5a2a12', 20),
    at(126, 112, 0, 1, f.blob('#f9a21c', 9, 9, 0.02)),
    f.sesame(12, 40, 76, 76),
  ),
  'chicken-wing-skewer': platter(
    'moss',
    '#f1ece0',
    at(80, 60, -10, 1, f.skewer([f.fried(16, '#cf8a38', 1.5), f.fried(16, '#cf8a38', 1.5)], 44)),
    at(82, 102, -10, 1, f.skewer([f.fried(16, '#cf8a38', 1.5), f.fried(16, '#cf8a38', 1.5)], 44)),
    at(132, 80, 30, 1, lemon),
  ),
  'pork-belly-skewer': platter(
    'teal',
    '#3d3835',
    three(
      [1, 2, 3, 4].map(() =>
        layers(
          f.charred('#c77a55', 23, 22, 4),
          at(0, -3, 0, 1, f.bar('#f6dcc4', 21, 3, 1.5)),
          at(0, 5, 0, 1, f.bar('#f6dcc4', 21, 2.4, 1.2)),
        ),
      ),
      25,
    ),
    at(132, 116, -30, 1, lemon),
  ),
  'beef-tongue-skewer': platter(
    'plum',
    '#e9e4da',
    three(
      [1, 2, 3].map(() => f.charred('#9a4f42', 29, 24, 10)),
      32,
    ),
    f.scallion(24, 42, 84, 82),
    f.blackSesame(14, 40, 82, 82),
  ),
  'bacon-tomato-skewer': platter(
    'sand',
    '#3f5560',
    three(
      [1, 2, 3].map(() =>
        layers(f.blob('#e63a28', 14, 13, 0.03), f.bar('#c8604a', 11, 27, 4), f.bar('#f4cdb4', 3, 26, 1.5)),
      ),
      31,
    ),
  ),
  'mushroom-skewer': platter(
    'honey',
    '#55463a',
    three(
      [1, 2, 3, 4].map(() => layers(f.charred('#f0d9ae', 20, 23, 9))),
      25,
    ),
    f.scallion(10, 40, 80, 82),
  ),
  'shishito-skewer': platter(
    'rose',
    '#f2eee4',
    three(
      [1, 2, 3, 4, 5].map(() =>
        layers(f.blob('#5fa53c', 8, 16, 0.08), at(0, -16, 0, 1, f.bar('#3f7a2a', 3, 7, 1.5))),
      ),
      19,
    ),
    f.crumbs('#ffffff')(16, 40, 80, 82),
  ),
  'mixed-skewers': board(
    'slate',
    '#8a5a3a',
    at(80, 40, -4, 0.98, f.skewer([chickenBit, leek, chickenBit, leek], 22)),
    at(
      80,
      61,
      -4,
      0.98,
      f.skewer(
        [1, 2, 3].map(() => f.charred('#a5602c', 24, 19, 9)),
        28,
      ),
    ),
    at(
      80,
      81,
      -4,
      0.98,
      f.skewer(
        [1, 2, 3, 4].map(() => f.charred('#c77a55', 20, 18, 4)),
        23,
      ),
    ),
    at(
      80,
      101,
      -4,
      0.98,
      f.skewer(
        [1, 2, 3, 4].map(() => f.blob('#5fa53c', 9, 8, 0.1)),
        22,
      ),
    ),
    at(
      80,
      121,
      -4,
      0.98,
      f.skewer(
        [1, 2, 3, 4].map(() => f.charred('#f0d9ae', 19, 18, 8)),
        23,
      ),
    ),
  ),
  'wagyu-steak': skillet(
    'walnut',
    row(
      5,
      48,
      80,
      15,
      0,
      layers(
        f.bar('#5a2c20', 19, 58, 7),
        at(0, 1, 0, 1, f.bar('#d2525a', 13, 49, 5)),
        at(-2, -6, 20, 1, f.bar('#f3b8ae', 2, 26, 1)),
        at(3, 10, -16, 1, f.bar('#f3b8ae', 2, 20, 1)),
      ),
      12,
    ),
    f.crumbs('#ffffff')(14, 34),
    at(112, 116, 0, 1, f.blob('#9dbf4e', 9, 7, 0.15)),
    at(50, 122, -20, 1.2, f.herb),
  ),
  'miso-cod': plate(
    'sage',
    '#6b3b34',
    at(
      80,
      78,
      -14,
      1.1,
      f.bar('#e9b765', 74, 42, 12),
      row(4, -26, -2, 17, 0, f.bar('#c37f2e', 5, 36, 2), 16),
      at(0, -16, 0, 1, f.bar('#8a5a2c', 66, 7, 3)),
    ),
    at(118, 112, -20, 1, lemon),
    at(48, 112, -30, 1, f.leaf(24, '#b3452c')),
    f.sesame(8, 26),
  ),
  'grilled-mackerel': platter(
    'indigo',
    '#efe9da',
    at(80, 80, -6, 1.12, f.fish('#5f7f93', 52)),
    row(4, 52, 80, 16, -2, f.bar('#3f2a20', 3.4, 24, 1.6), 24),
    at(126, 106, -20, 1, lemon),
    f.sauce('#fbf8f0', 13, 10, 36, 104),
  ),
  'crab-legs': platter(
    'teal',
    '#38444c',
    row(
      4,
      46,
      78,
      20,
      2,
      layers(
        at(0, -26, 18, 1, f.bar('#e2452a', 13, 34, 6)),
        f.bar('#ee5a36', 17, 56, 8),
        at(1, 2, 0, 1, f.bar('#fdeadd', 9.5, 44, 4.5)),
        at(0, 33, -14, 1, f.bar('#e2452a', 10, 20, 5)),
      ),
      10,
    ),
    f.crumbs('#f7d24a')(12, 30, 76, 84),
    f.scallion(8, 30, 76, 84),
    at(132, 92, 20, 1, lemon),
  ),
  'iberico-pork': plate(
    'clay',
    '#e7ecee',
    row(
      6,
      44,
      74,
      12,
      3,
      layers(
        f.bar('#8f4a2c', 16, 44, 7),
        f.bar('#e8a090', 11, 36, 5),
        at(-1, -8, 12, 1, f.bar('#f8dccb', 2, 18, 1)),
      ),
      18,
    ),
    heap(8, 16, f.leaf(14, '#69a53c'), { x: 112, y: 108 }),
    at(54, 112, 0, 1, f.blob('#d9a52c', 11, 9, 0.15)),
    f.blackSesame(6, 7, 54, 112),
  ),
  'grilled-squid': platter(
    'honey',
    '#39424a',
    at(70, 82, -8, 1, f.bar('#d98a5c', 82, 40, 19), row(6, -28, 0, 11, 0, f.bar('#8f4628', 3.4, 34, 1.6), 0)),
    at(
      118,
      76,
      -8,
      1,
      layers(...[-24, -9, 6, 21].map((turn) => at(4, turn * 0.5, turn, 1, f.bar('#c8744a', 34, 7, 3.5)))),
    ),
    saucer(128, 120, '#f6e6b4', 15),
    f.chili(2, 5, 128, 120),
    at(30, 112, 0, 1, lemon),
  ),
};
