import { category, dish, group, mod, t } from './menu-build.ts';
import { highballStrength, sakeServing, sakeTemperature } from './menu-choices.ts';

const bar = category('100209', t('Sake & Bar', '清酒吧台'), [
  dish(
    '1002050',
    t('Junmai Sake', '純米酒'),
    '9.50',
    'sake',
    t('Rice-forward and round, as happy warm as it is cold.', '米香飽滿、口感圓潤，冰飲溫燗都好喝。'),
    { allergens: ['alcohol'], groups: [sakeServing, sakeTemperature] },
  ),
  dish(
    '1002051',
    t('Ginjo Sake of the Week', '本週吟釀'),
    '12.50',
    'ginjo-sake',
    t(
      'Pear, melon, a long clean finish. Served cold; ask us which one.',
      '帶梨子、哈密瓜香氣，尾韻乾淨，冰飲最佳。今天開哪瓶請問我們。',
    ),
    { allergens: ['alcohol'], groups: [sakeServing] },
  ),
  dish(
    '1002052',
    t('Whisky Highball', '威士忌蘇打'),
    '9.75',
    'highball',
    t('Hard ice, hard bubbles, a strip of lemon peel.', '硬冰塊、強氣泡、一片檸檬皮，跟串燒是絕配。'),
    { allergens: ['alcohol', 'gluten'], groups: [highballStrength] },
  ),
  dish(
    '1002053',
    t('Fresh Lemon Sour', '現榨檸檬沙瓦'),
    '8.95',
    'lemon-sour',
    t('You squeeze the lemon. It is half the fun.', '檸檬自己榨，一半的樂趣就在這裡。'),
    { allergens: ['alcohol'], groups: [highballStrength] },
  ),
  dish(
    '1002054',
    t('Plum Wine on Ice', '梅酒加冰'),
    '8.50',
    'plum-wine',
    t(
      'Made here with green plums every April. The plum at the bottom is yours.',
      '每年四月用青梅自己釀，杯底那顆梅子記得吃。',
    ),
    {
      allergens: ['alcohol'],
      groups: [
        group(t('How', '喝法'), 1, 1, [
          mod('On the rocks', '加冰'),
          mod('With soda', '加蘇打', '0.50'),
          mod('With hot water', '兌熱水'),
        ]),
      ],
    },
  ),
  dish(
    '1002055',
    t('Cold Draft Beer', '現壓生啤'),
    '7.25',
    'draft-beer',
    t('Frozen glass, tight foam.', '冰凍過的杯子，綿密的泡。'),
    { allergens: ['alcohol', 'gluten'] },
  ),
  dish(
    '1002056',
    t('Yuzu Soda', '柚子氣泡飲'),
    '6.05',
    'yuzu-soda',
    t(
      'Yuzu marmalade, soda and mint, for whoever is driving.',
      '柚子果醬、氣泡水、薄荷，開車的人也有好喝的。',
    ),
    { diets: ['vegan', 'vegetarian', 'glutenFree'] },
  ),
]);

const sweets = category('100210', t('Sweets', '甜點'), [
  dish(
    '1002057',
    t('Burnt Custard Pudding', '焦糖布丁'),
    '6.95',
    'custard-pudding',
    t(
      'Firm, eggy and bitter at the edges, like the old coffee shops make.',
      '偏硬、蛋香濃，焦糖微苦，老咖啡館的味道。',
    ),
    { allergens: ['egg', 'milk'], diets: ['vegetarian', 'glutenFree'] },
  ),
  dish(
    '1002058',
    t('Hojicha Ice Cream', '焙茶冰淇淋'),
    '5.75',
    'hojicha-ice-cream',
    t('Roasted tea in every spoonful, with a rice cracker.', '每口都是烘焙茶香，附一片仙貝。'),
    { allergens: ['milk', 'egg', 'gluten'], diets: ['vegetarian'] },
  ),
  dish(
    '1002059',
    t('Strawberry Shortcake', '草莓鮮奶油蛋糕'),
    '8.25',
    'strawberry-cake',
    t(
      'Light sponge, barely sweet cream, strawberries from the hills.',
      '蛋糕鬆軟、鮮奶油不甜膩，夾大湖草莓。',
    ),
    { allergens: ['gluten', 'egg', 'milk'], diets: ['vegetarian'], soldOut: true },
  ),
  dish(
    '1002060',
    t('Mochi Skewers', '醬油糰子'),
    '6.25',
    'mochi-skewers',
    t('Toasted rice dumplings under a warm sweet soy glaze.', '烤到微焦的糯米糰子，淋溫熱甜醬油。'),
    { allergens: ['soy', 'gluten'], diets: ['vegan', 'vegetarian'] },
  ),
]);

export const izakayaBar = [bar, sweets];
