/** Meat and seafood from the grill. */
import { at, heap, type Layer, layers, row } from './brush.ts';
import * as f from './food.ts';
import { plate, platter, saucer, skillet } from './vessels.ts';

const lemon = f.wedge('#f9e25a', '#e6bd22', 15);

export const grillPictures: Record<string, Layer> = {
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
