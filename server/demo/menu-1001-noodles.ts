import { category, dish, group, mod, t } from './menu-build.ts';
import { bowlSize, dippingSauce, dumplingCount, heat, noodleCut, noodleExtras } from './menu-choices.ts';

const noodleSoups = category('100101', t('Noodle Soups', '湯麵'), [
  dish(
    '1001001',
    t('Braised Beef Noodle Soup', '紅燒牛肉麵'),
    '14.50',
    'beef-noodle-soup',
    t(
      'Beef shank braised four hours with doubanjiang and star anise, in a broth you will want to finish.',
      '牛腱用豆瓣醬、八角慢滷四小時，筋軟肉香，湯頭濃到捨不得留一口。',
    ),
    {
      allergens: ['gluten', 'soy'],
      diets: ['signature', 'spicy'],
      groups: [bowlSize, noodleCut, heat, noodleExtras],
    },
  ),
  dish(
    '1001002',
    t('Clear-Broth Beef Noodles', '清燉牛肉麵'),
    '14.50',
    'clear-beef-noodle',
    t(
      'Marrow bones and white radish simmered until the broth turns clear and sweet. A pinch of white pepper is all it needs.',
      '牛骨跟白蘿蔔一起熬，湯清味甜，撒點白胡椒就很夠味。',
    ),
    { allergens: ['gluten'], groups: [bowlSize, noodleCut, noodleExtras] },
  ),
  dish(
    '1001003',
    t('Half Tendon, Half Shank Noodles', '半筋半肉麵'),
    '16.25',
    'tendon-noodle-soup',
    t(
      'For those who cannot decide: wobbly tendon and sliced shank in the same red broth.',
      '想吃肉又想吃筋？一碗兩樣都給你，牛筋滷到Q軟透亮。',
    ),
    { allergens: ['gluten', 'soy'], diets: ['spicy'], groups: [bowlSize, noodleCut, heat, noodleExtras] },
  ),
  dish(
    '1001004',
    t('Tomato Beef Noodle Soup', '番茄牛肉麵'),
    '15.05',
    'tomato-beef-noodle',
    t(
      'Two kilos of ripe tomatoes melt into every pot, so the broth is tangy, red and not at all spicy.',
      '整鍋番茄熬到化開，湯頭酸甜不辣，小朋友也搶著喝。',
    ),
    { allergens: ['gluten', 'soy', 'celery'], groups: [bowlSize, noodleCut, noodleExtras] },
  ),
  dish(
    '1001005',
    t('Danzai Noodles', '擔仔麵'),
    '7.50',
    'danzai-noodles',
    t(
      'A small Tainan-style bowl: shrimp broth, minced pork, one shrimp and a kick of garlic.',
      '台南味的小小一碗，蝦頭湯、肉燥、一尾蝦，再來一匙蒜泥。',
    ),
    { allergens: ['gluten', 'crustacean', 'soy'], groups: [noodleExtras] },
  ),
  dish(
    '1001006',
    t('Oyster Vermicelli', '蚵仔麵線'),
    '8.25',
    'oyster-vermicelli',
    t(
      'Slow-cooked red vermicelli in a thick bonito broth with plump oysters and braised intestine.',
      '紅麵線煮到滑順，柴魚羹湯配上肥美鮮蚵和滷大腸，香菜、烏醋別客氣。',
    ),
    {
      allergens: ['gluten', 'mollusc', 'fish', 'soy'],
      diets: ['signature'],
      groups: [
        bowlSize,
        group(t('Finish with', '要加什麼'), 0, 3, [
          mod('Cilantro', '香菜'),
          mod('Black vinegar', '烏醋'),
          mod('Garlic', '蒜泥'),
          mod('Chili sauce', '辣醬'),
        ]),
      ],
    },
  ),
  dish(
    '1001007',
    t('Wonton Noodle Soup', '餛飩湯麵'),
    '10.75',
    'wonton-noodle-soup',
    t(
      'Eight silky pork wontons over thin noodles, with seaweed and shredded omelet.',
      '八顆皮薄餡鮮的鮮肉餛飩，配細麵、紫菜和蛋絲，清爽又飽足。',
    ),
    { allergens: ['gluten', 'egg', 'sesame', 'soy'], groups: [noodleCut, noodleExtras] },
  ),
  dish(
    '1001008',
    t('Mushroom Broth Noodles', '什錦菇菇湯麵'),
    '11.50',
    'mushroom-noodle-soup',
    t(
      'Five kinds of mushroom and kombu make a broth deep enough that nobody misses the meat.',
      '五種菇配昆布熬湯，鮮甜有層次，吃素也很滿足。',
    ),
    { allergens: ['gluten', 'soy'], diets: ['vegan', 'vegetarian'], groups: [bowlSize, noodleCut] },
  ),
]);

const dryNoodles = category('100102', t('Tossed Noodles', '乾拌麵'), [
  dish(
    '1001009',
    t('Sesame Noodles', '麻醬麵'),
    '8.50',
    'sesame-noodles',
    t(
      'Stone-ground sesame paste, black vinegar and a spoon of the noodle water. Toss at once.',
      '石磨芝麻醬加烏醋、一匙麵湯，上桌馬上拌開最香。',
    ),
    {
      allergens: ['gluten', 'sesame', 'soy', 'peanut'],
      diets: ['vegetarian'],
      groups: [bowlSize, noodleCut, noodleExtras],
    },
  ),
  dish(
    '1001010',
    t('Zhajiang Noodles', '炸醬麵'),
    '9.75',
    'zhajiang-noodles',
    t(
      'Diced pork and pressed tofu in fermented bean sauce, cooled by cucumber and bean sprouts.',
      '豬肉丁、豆干丁炒甜麵醬，鋪上小黃瓜絲和豆芽，鹹香不膩。',
    ),
    { allergens: ['gluten', 'soy'], groups: [bowlSize, noodleCut, noodleExtras] },
  ),
  dish(
    '1001011',
    t('Scallion Oil Noodles', '蔥油拌麵'),
    '8.25',
    'scallion-oil-noodles',
    t(
      'Scallions fried slowly until they smell like caramel, with two soy sauces and nothing else.',
      '青蔥小火慢炸到焦香，只加兩種醬油，單純卻停不下來。',
    ),
    {
      allergens: ['gluten', 'soy'],
      diets: ['vegan', 'vegetarian'],
      groups: [bowlSize, noodleCut, noodleExtras],
    },
  ),
  dish(
    '1001012',
    t('Dan Dan Noodles', '擔擔麵'),
    '10.25',
    'dan-dan-noodles',
    t(
      'Tingling Sichuan pepper, sesame, crushed peanuts and crisp minced pork.',
      '花椒的麻、芝麻的香，撒上花生碎和乾煸肉末，又麻又過癮。',
    ),
    {
      allergens: ['gluten', 'peanut', 'sesame', 'soy'],
      diets: ['spicy'],
      groups: [noodleCut, heat, noodleExtras],
    },
  ),
  dish(
    '1001013',
    t('Pan-Fried Noodles with Pork', '肉絲炒麵'),
    '11.25',
    'fried-noodles',
    t(
      'Oil noodles, cabbage and pork over a roaring flame, with a splash of black vinegar at the end.',
      '油麵、高麗菜和肉絲大火快炒，起鍋前嗆一圈烏醋，鑊氣十足。',
    ),
    { allergens: ['gluten', 'soy', 'egg'], groups: [heat] },
  ),
  dish(
    '1001014',
    t('Stir-Fried Rice Vermicelli', '古早味炒米粉'),
    '10.50',
    'rice-vermicelli',
    t(
      'Hsinchu vermicelli with pumpkin, shiitake and dried shrimp, the way it is made for temple feasts.',
      '新竹米粉配南瓜絲、香菇、蝦米，就是廟口辦桌的那個味道。',
    ),
    { allergens: ['crustacean', 'soy', 'celery'] },
  ),
]);

const dumplings = category('100103', t('Dumplings & Buns', '餃子點心'), [
  dish(
    '1001015',
    t('Xiao Long Bao', '小籠湯包'),
    '11.95',
    'xiao-long-bao',
    t(
      'Eight to a steamer, eighteen folds each. Nibble a hole, sip the soup, then the rest.',
      '一籠八顆、十八摺，先咬一小口吸湯汁，再配薑絲一口吃掉。',
    ),
    { allergens: ['gluten', 'soy', 'sesame'], diets: ['signature'], groups: [dippingSauce] },
  ),
  dish(
    '1001016',
    t('Crab Roe Soup Dumplings', '蟹黃湯包'),
    '15.95',
    'crab-soup-dumplings',
    t(
      'The same thin skin with crab roe folded into the pork. Only a few steamers each evening.',
      '鮮肉裡拌進蟹黃，湯汁金黃濃香，每晚只做幾籠。',
    ),
    { allergens: ['gluten', 'crustacean', 'soy', 'sesame'], groups: [dippingSauce], soldOut: true },
  ),
  dish(
    '1001017',
    t('Pork and Cabbage Dumplings', '高麗菜水餃'),
    '8.75',
    'boiled-dumplings',
    t(
      'Boiled dumplings folded every afternoon, with more cabbage than the recipe says.',
      '每天下午現包，高麗菜放得比誰都多，爽脆清甜。',
    ),
    { allergens: ['gluten', 'soy', 'sesame'], groups: [dumplingCount, dippingSauce] },
  ),
  dish(
    '1001018',
    t('Chive Potstickers', '韭菜鍋貼'),
    '9.25',
    'potstickers',
    t(
      'Long potstickers with a lacy golden bottom and plenty of garlic chives inside.',
      '底部煎出金黃冰花，內餡滿滿韭菜，趁熱咬下去會噴汁。',
    ),
    { allergens: ['gluten', 'soy', 'sesame'], groups: [dumplingCount, dippingSauce] },
  ),
  dish(
    '1001019',
    t('Wontons in Chili Oil', '紅油抄手'),
    '8.95',
    'chili-wontons',
    t(
      'Ten slippery wontons in sweet soy, black vinegar and red oil. Save some sauce for your noodles.',
      '十顆滑嫩抄手泡在香辣紅油裡，剩下的醬拿來拌麵剛剛好。',
    ),
    { allergens: ['gluten', 'soy', 'sesame', 'peanut'], diets: ['spicy'], groups: [heat] },
  ),
  dish(
    '1001020',
    t('Gua Bao', '刈包'),
    '6.50',
    'gua-bao',
    t(
      'Braised pork belly, pickled greens and peanut sugar in a pillowy steamed bun.',
      '滷得軟嫩的五花肉，夾酸菜、花生粉和香菜，鹹甜一口咬。',
    ),
    {
      allergens: ['gluten', 'peanut', 'soy'],
      diets: ['signature'],
      groups: [
        group(t('Pork', '肉的部位'), 1, 1, [
          mod('Lean and fat', '肥瘦各半'),
          mod('Leaner', '瘦一點'),
          mod('Fattier', '肥一點'),
        ]),
      ],
    },
  ),
  dish(
    '1001021',
    t('Flaky Scallion Pancake', '酥皮蔥油餅'),
    '5.95',
    'scallion-pancake',
    t(
      'Pulled apart on the griddle so every layer crackles. Better still with an egg.',
      '在鐵板上拍鬆，層層酥脆，加顆蛋更罪惡。',
    ),
    {
      allergens: ['gluten', 'soy'],
      diets: ['vegetarian'],
      groups: [
        group(t('Add', '加料'), 0, 3, [
          mod('Egg', '加蛋', '1.25'),
          mod('Cheese', '加起司', '1.50'),
          mod('Thai basil', '加九層塔', '0.50'),
        ]),
      ],
    },
  ),
]);

export const noodleHouseNoodles = [noodleSoups, dryNoodles, dumplings];
