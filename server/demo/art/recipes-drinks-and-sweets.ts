/** Drinks and desserts of the izakaya. */
import { at, heap, type Layer, layers } from './brush.ts';
import * as f from './food.ts';
import { board, bowl, glass, plate, platter } from './vessels.ts';

export const drinkAndSweetPictures: Record<string, Layer> = {
  sake: board('sand', '#3f3a3a', f.glyph('sake', 104, 80, 76, 0), at(44, 122, -20, 1, f.leaf(15, '#5f9a3a'))),
  'ginjo-sake': glass('indigo', {
    drink: ['#f6f6ea', '#e6ecd6'],
    ice: false,
    tall: 74,
    lip: 31,
    foot: 24,
    garnish: layers(f.glyph('pear', 34, 128, 118, 12), f.glyph('melon', 34, 34, 120, -8)),
  }),
  highball: glass('slate', {
    drink: ['#f6d78c', '#e9b650', '#d99a34'],
    lip: 30,
    foot: 26,
    tall: 116,
    inside: f.bubbles(40, 34, 80, 84),
    garnish: at(102, 34, -30, 1, f.coin('#fbe46c', '#efc62a', 15)),
  }),
  'lemon-sour': glass('sage', {
    drink: ['#fbf6c0', '#f3ea8c', '#e8da5c'],
    lip: 33,
    foot: 28,
    inside: layers(at(80, 88, 10, 1, f.coin('#fdf09a', '#f0cf3a', 19)), f.bubbles(30, 32, 80, 90)),
    garnish: layers(at(106, 32, 10, 1, f.coin('#fbe46c', '#efc62a', 17)), f.glyph('lemon', 36, 130, 124, 10)),
  }),
  'plum-wine': glass('moss', {
    drink: ['#f3cf6a', '#e0a53c', '#c8842a'],
    tall: 82,
    lip: 39,
    foot: 33,
    inside: at(94, 122, 0, 1, f.blob('#8fa63c', 14, 13, 0.03)),
    garnish: heap(2, 11, f.blob('#9fba4a', 11, 10.5, 0.03), { x: 130, y: 134, flat: 0.4 }),
  }),
  'yuzu-soda': glass('sky', {
    drink: ['#fdfbe6', '#fbeeb0', '#f4cf4a'],
    straw: '#2f8f84',
    inside: f.bubbles(38, 34, 80, 84),
    garnish: layers(
      at(106, 30, 0, 1, f.coin('#fbdc5c', '#f0b72a', 16)),
      at(60, 34, -30, 1.2, f.leaf(13, '#4fa34a')),
      at(70, 26, -70, 1.1, f.leaf(12, '#5fb356')),
    ),
  }),
  'custard-pudding': plate(
    'rose',
    '#e9eef0',
    f.sauce('#7a3a12', 40, 36, 82, 86),
    at(80, 78, 0, 1, f.blob('#f3c35c', 33, 31, 0.02), at(0, -4, 0, 1, f.blob('#8f4818', 25, 22, 0.03))),
    at(80, 66, 0, 1, f.blob('#fffaf0', 14, 11, 0.16)),
    f.glyph('cherries', 30, 84, 54, 0),
  ),
  'hojicha-ice-cream': bowl(
    'teal',
    '#f3efe6',
    f.sauce('#efe0c4', 57),
    at(62, 72, 0, 1, f.blob('#a9764c', 27, 26, 0.07)),
    at(100, 90, 0, 1, f.blob('#a9764c', 26, 25, 0.07)),
    f.glyph('rice-cracker', 42, 106, 54, 18),
    f.crumbs('#6d4020')(22, 34),
    at(60, 116, -10, 1.2, f.herb),
  ),
  'strawberry-cake': plate(
    'sky',
    '#f8f4f2',
    at(0, 0, 0, 1, f.glyph('shortcake', 84, 78, 74)),
    f.glyph('strawberry', 30, 120, 104, 14),
    f.sauce('#e2445a', 14, 8, 46, 116),
  ),
  'mochi-skewers': platter(
    'honey',
    '#46584f',
    ...[54, 82, 110].map((y) =>
      at(
        80,
        y,
        -8,
        1,
        f.skewer(
          [1, 2, 3, 4].map(() => layers(f.blob('#f6e6c6', 13, 12.5, 0.03), f.blob('#b8662a', 9.5, 7, 0.14))),
          24,
        ),
      ),
    ),
    f.sesame(8, 36, 80, 82),
  ),
};
