/** Skewers from the charcoal grill. */
import { at, type Layer, layers } from './brush.ts';
import * as f from './food.ts';
import { board, platter, saucer } from './vessels.ts';

const lemon = f.wedge('#f9e25a', '#e6bd22', 15);
const chickenBit = f.charred('#c98440', 19, 21, 7);
const leek = f.charred('#dfe9ae', 13, 17, 4);
const three = (pieces: Layer[], step = 21, turn = -8): Layer =>
  layers(
    at(80, 52, turn, 1, f.skewer(pieces, step)),
    at(82, 82, turn, 1, f.skewer(pieces, step)),
    at(80, 112, turn, 1, f.skewer(pieces, step)),
  );

export const skewerPictures: Record<string, Layer> = {
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
};
