/** Vegetables and salads of the izakaya. */
import { at, heap, type Layer, layers, ring, row } from './brush.ts';
import * as f from './food.ts';
import { board, bowl, plate, platter } from './vessels.ts';

export const vegetablePictures: Record<string, Layer> = {
  'charred-cabbage': plate(
    'clay',
    '#35434a',
    layers(
      at(
        80,
        78,
        -20,
        1,
        f.blob('#b9cf6a', 44, 34, 0.06),
        f.blob('#dbe79a', 36, 25, 0.1),
        f.blob('#f0f3c4', 26, 15, 0.12),
        f.blob('#c9d87c', 13, 7, 0.14),
      ),
    ),
    f.shreds('#4a2c16', 10)(16, 34, 80, 70),
    f.sauce('#e0ac4c', 26, 8, 88, 104),
    f.crumbs('#6d3d20')(18, 32),
    f.scallion(7, 30),
  ),
  'tomato-salad': plate(
    'sky',
    '#f4f6f2',
    ring(6, 30, f.coin('#f0553c', '#c4261a', 18)),
    at(80, 80, 0, 1, f.coin('#f0553c', '#c4261a', 18)),
    f.crumbs('#fdf6ea')(24, 36),
    f.shreds('#3f8a4a', 10)(18, 24, 80, 76),
    f.sesame(10, 36),
  ),
  'miso-eggplant': platter(
    'plum',
    '#ece6da',
    at(
      80,
      82,
      -14,
      1,
      f.blob('#4a2a6a', 58, 25, 0.04),
      f.blob('#c98b3e', 49, 18, 0.06),
      row(5, -32, 0, 14, 0, f.bar('#8a4f1c', 2.6, 27, 1.3), 32),
      row(5, -28, 0, 14, 0, f.bar('#8a4f1c', 2.6, 27, 1.3), -32),
      at(60, 0, 0, 1, f.bar('#5f8f3c', 17, 11, 5)),
    ),
    f.sesame(26, 32, 80, 82),
    f.scallion(8, 28, 80, 82),
  ),
  'grilled-corn': board(
    'slate',
    '#c0905c',
    ...[0, 1, 2, 3].map((i) =>
      at(
        80,
        44 + i * 25,
        -7,
        1,
        layers(
          f.bar('#f4b92c', 102, 20, 10),
          row(13, -45, -4.6, 7.5, 0, f.blob('#fbd55a', 3.4, 4, 0.05)),
          row(13, -42, 4.6, 7.2, 0, f.blob('#f7c53c', 3.4, 4, 0.05)),
          row(4, -36, 0, 26, 0, f.bar('#7a3f14', 7, 9, 3)),
        ),
      ),
    ),
    f.crumbs('#4f8f36')(10, 44),
  ),
  'avocado-salad': bowl(
    'honey',
    '#f2f3ee',
    f.sauce('#cfae74', 56),
    heap(11, 40, f.blob('#2f6a4a', 16, 9, 0.28)),
    heap(6, 30, layers(f.blob('#7fb03c', 19, 8, 0.05), at(0, 1, 0, 1, f.blob('#e3e88c', 15, 4.5, 0.05))), {
      turn: 60,
    }),
    heap(6, 32, f.blob('#b37a44', 8, 6, 0.22)),
    f.sesame(18, 40),
  ),
};
