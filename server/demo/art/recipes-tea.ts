import { at, heap, type Layer, layers, ring, row } from './brush.ts';
import * as f from './food.ts';
import { basket, board, bowl, chopsticks, cup, glass, plate, steamer } from './vessels.ts';

const rolled = (color: string): Layer => heap(9, 13, f.blob(color, 4.6, 3.8, 0.2), { x: 132, y: 130 });

export const teaPictures: Record<string, Layer> = {
  'high-mountain-oolong': cup(
    'sage',
    '#f6f3e8',
    '#dcc455',
    at(70, 92, 30, 1, f.leaf(14, '#6d8f34')),
    at(90, 72, -50, 0.8, f.leaf(12, '#86a544')),
    rolled('#4f6b34'),
  ),
  'oriental-beauty': cup(
    'rose',
    '#fbf2ea',
    '#d9772c',
    rolled('#5a3a26'),
    f.crumbs('#e9e2d2')(5, 10, 132, 130),
    f.glyph('honeybee', 30, 132, 32, 12),
  ),
  'iron-goddess': cup(
    'slate',
    '#7a4632',
    '#a8521a',
    rolled('#33302a'),
    at(28, 132, -30, 1.1, f.leaf(15, '#6b5a2c')),
  ),
  'ruby-black-tea': cup(
    'lemon',
    '#ffffff',
    '#b32a18',
    heap(2, 8, f.bar('#8f5228', 34, 7, 3), { x: 128, y: 132, turn: 30 }),
    at(30, 130, -30, 1, f.leaf(15, '#4f9a4a')),
    at(38, 138, 20, 0.8, f.leaf(13, '#5fae56')),
  ),
  'aged-puer': cup(
    'walnut',
    '#e6ddc8',
    '#3f160c',
    at(130, 130, 0, 1, f.fried(17, '#4a2e20')),
    f.shreds('#6a4630', 6)(16, 13, 130, 130),
  ),
  'chrysanthemum-tea': cup(
    'indigo',
    '#f4f6f0',
    '#eed25c',
    at(74, 74, 0, 0.9, ring(11, 11, f.leaf(9, '#fff3b0'), 1, 0, 0, 0), f.blob('#f0a81c', 6, 6, 0.05)),
    at(94, 96, 20, 0.7, ring(11, 11, f.leaf(9, '#fff3b0'), 1, 0, 0, 0), f.blob('#f0a81c', 6, 6, 0.05)),
    heap(6, 22, f.blob('#e0321e', 4.4, 2.8, 0.05)),
  ),
  'cold-brew-jasmine': glass('teal', {
    drink: ['#f3efb0', '#e3da84', '#d3c766'],
    lip: 30,
    foot: 26,
    garnish: layers(
      at(126, 124, 0, 1, ring(5, 8, f.leaf(8, '#fffdf4'), 1, 0, 0, 0), f.blob('#f3cf4a', 4, 4, 0.03)),
      at(38, 130, 20, 0.8, ring(5, 8, f.leaf(8, '#fffdf4'), 1, 0, 0, 0), f.blob('#f3cf4a', 4, 4, 0.03)),
      at(110, 134, -30, 0.9, f.leaf(14, '#5a9a48')),
    ),
  }),
  'oolong-latte': cup(
    'clay',
    '#5f7a86',
    '#c08a58',
    at(
      80,
      82,
      0,
      1,
      (b) =>
        `<g fill="#fbeedb" opacity=".92"><path d="M0 26C-30 8 -26 -20 -8 -18C-3 -17 0 -12 0 -9C0 -12 3 -17 8 -18C26 -20 30 8 0 26Z"/></g><path d="M0 17C-17 5 -16 -11 -6 -10C-2 -9 0 -5 0 -2C0 -5 2 -9 6 -10C16 -11 17 5 0 17Z" fill="${b.round('#c08a58')}"/><path d="M0 10C-8 3 -8 -4 -3 -4C-1 -4 0 -1 0 0C0 -1 1 -4 3 -4C8 -4 8 3 0 10Z" fill="#fbeedb"/>`,
    ),
    rolled('#4a3a2a'),
  ),
  'honey-lemon-tea': glass('honey', {
    drink: ['#f0bf4c', '#e09c2c', '#c87a1c'],
    straw: '#f6f2e6',
    inside: at(82, 86, 0, 1, f.coin('#fdf09a', '#f0cf3a', 18)),
    garnish: layers(
      f.glyph('honey-pot', 40, 130, 118, 0),
      at(54, 32, 0, 1, f.coin('#fbe46c', '#efc62a', 15)),
    ),
  }),
  'matcha-milk': glass('moss', {
    drink: ['#5f9a35', '#86b556', '#e9eecf', '#fffdf4'],
    lip: 32,
    foot: 27,
    straw: '#fbf6e6',
  }),
  'smoked-plum-drink': glass('plum', {
    drink: ['#a8453c', '#7a2028', '#4a1018'],
    lip: 34,
    foot: 27,
    garnish: layers(
      heap(3, 12, f.blob('#4a2430', 10, 9, 0.1), { x: 130, y: 132, flat: 0.5 }),
      f.crumbs('#f5c23c')(8, 15, 36, 134),
    ),
  }),
  'tea-eggs': bowl(
    'walnut',
    '#f2ece0',
    f.sauce('#5a2a14', 57),
    ...(
      [
        [60, 70, -20],
        [102, 88, 25],
      ] as const
    ).map(([x, y, turn]) =>
      at(x, y, turn, 1.35, f.wholeEgg('#b9804c', 17), (b) =>
        ['M-14 -6L-5 -2L-3 7L6 11', 'M-5 -2L4 -7L5 -14', 'M4 -7L15 -3M-3 7L-11 10', 'M6 11L13 6M-14 3L-3 7']
          .map(
            (d) =>
              `<path d="${d}" stroke="#5f3016" stroke-width="${(1.1 + b.rand(0, 0.5)).toFixed(2)}" fill="none" opacity=".8"/>`,
          )
          .join(''),
      ),
    ),
    heap(3, 10, f.leaf(12, '#4a3a22'), { x: 62, y: 114 }),
    at(112, 50, 10, 1, ring(8, 5, f.leaf(5, '#7a3f1c'), 1, 0, 0, 0)),
  ),
  'vegetable-buns': steamer('sage', row(2, 56, 72, 48, 16, layers(f.pleated(30, '#fbf4e6', '#5f9a3c')))),
  'tea-oil-noodles': bowl(
    'sand',
    '#3f5348',
    f.noodles('#f4e8c8', 1.7, 50),
    f.shreds('#eccb78', 8)(16, 22),
    at(66, 72, -30, 0.9, f.bokChoy),
    heap(4, 14, f.slice('#5a3a28', '#b08c6a', 13, 8), { x: 100, y: 92 }),
    f.sesame(10, 30),
    chopsticks(84, 28, -12, '#4f3a2a'),
  ),
  'tea-smoked-chicken': plate(
    'honey',
    '#39525a',
    f.rice(27, 54, 60),
    row(6, 60, 100, 12, -5, layers(f.bar('#8a4a20', 16, 42, 7), f.bar('#f0d6ac', 11, 33, 5)), 28),
    at(106, 54, 30, 0.9, f.bokChoy),
    at(118, 62, 60, 0.85, f.bokChoy),
    at(36, 92, -40, 0.9, f.leaf(13, '#6b5a2c')),
  ),
  'roasted-peanuts': basket(
    'clay',
    heap(
      19,
      40,
      layers(
        f.blob('#d9a862', 15, 8, 0.08),
        at(-7, 0, 0, 1, f.blob('#e3b674', 7.5, 7.6, 0.05)),
        at(7, 0, 0, 1, f.blob('#d3a058', 7.5, 7.6, 0.05)),
      ),
    ),
  ),
  'mung-bean-cake': plate(
    'teal',
    '#5a3f34',
    ...(
      [
        [58, 60],
        [100, 58],
        [60, 102],
        [102, 100],
      ] as const
    ).map(([x, y]) =>
      at(
        x,
        y,
        4,
        1,
        f.bar('#d3d06a', 34, 34, 6),
        ring(8, 8.5, f.leaf(7, '#e3df8c'), 1, 0, 0, 0),
        f.blob('#c3bf50', 3.4, 3.4, 0.03),
      ),
    ),
  ),
  'taro-moon-cake': plate(
    'lemon',
    '#f3eef4',
    ring(3, 27, f.rosette(['#b79acb', '#efe3ef'], 24)),
    f.crumbs('#d9c5e3')(12, 38),
  ),
  'matcha-roll': plate(
    'rose',
    '#f6f3ec',
    row(
      2,
      56,
      74,
      48,
      12,
      layers(
        f.blob('#5f8f34', 27, 27, 0.02),
        f.blob('#86b34e', 24.5, 24.5, 0.02),
        f.blob('#fffdf4', 18, 18, 0.05),
        at(3, 4, 0, 1, f.blob('#7aa845', 5.5, 5, 0.1)),
      ),
    ),
    f.crumbs('#5f8f34')(12, 9, 112, 54),
    at(122, 46, -30, 1, f.leaf(14, '#5a9a48')),
    f.glyph('strawberry', 24, 62, 116, 10),
  ),
  'brown-sugar-cake': board(
    'sky',
    '#b98556',
    ...(
      [
        [52, 60],
        [98, 56],
        [58, 106],
        [104, 102],
      ] as const
    ).map(([x, y]) => at(x, y, -5, 1, f.cube('#8a4a22', 39), f.sesame(12, 15, 0, -4))),
  ),
  'nuts-fruit': plate(
    'indigo',
    '#e8dcc4',
    heap(9, 17, f.blob('#b37a44', 9, 7.5, 0.24), { x: 58, y: 60 }),
    heap(9, 16, f.blob('#ecd19a', 10, 5, 0.14), { x: 104, y: 62 }),
    heap(8, 17, f.bar('#f7a623', 28, 8, 4), { x: 60, y: 104 }),
    heap(8, 16, f.blob('#6a2438', 9, 8, 0.16), { x: 104, y: 102 }),
  ),
};
