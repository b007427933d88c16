import { category, dish, group, mod, t } from './menu-build.ts';
import { bowlSize, friedSeasoning, heat, per100g, riceExtras, twoSides } from './menu-choices.ts';

const rice = category('100104', t('Rice', '飯類'), [
  dish(
    '1001022',
    t('Braised Pork Rice', '滷肉飯'),
    '5.50',
    'braised-pork-rice',
    t(
      'Hand-cut pork belly braised with fried shallots, ladled over rice until it shines.',
      '手切五花肉配油蔥酥慢滷，淋在白飯上油亮亮，黏嘴才是正港的。',
    ),
    { allergens: ['gluten', 'soy'], diets: ['signature'], groups: [bowlSize, riceExtras] },
  ),
  dish(
    '1001023',
    t('Chiayi Turkey Rice', '嘉義火雞肉飯'),
    '6.75',
    'turkey-rice',
    t(
      'Shredded turkey, turkey drippings and crisp shallots. Modest to look at, hard to stop.',
      '手撕火雞肉淋上雞油和紅蔥酥，看起來樸素，一碗絕對不夠。',
    ),
    { allergens: ['soy', 'gluten'], groups: [bowlSize, riceExtras] },
  ),
  dish(
    '1001024',
    t('Pork Chop Rice Plate', '排骨飯'),
    '13.50',
    'pork-chop-rice',
    t(
      'A bone-in chop marinated overnight, fried in sweet potato starch, with rice and two sides.',
      '帶骨大排醃一晚，裹地瓜粉現炸，配白飯和兩樣小菜。',
    ),
    { allergens: ['gluten', 'soy', 'egg'], diets: ['signature'], groups: [twoSides, riceExtras] },
  ),
  dish(
    '1001025',
    t('Chicken Leg Rice Plate', '滷雞腿飯'),
    '14.25',
    'chicken-leg-rice',
    t(
      'A whole leg from the braising pot, so tender a spoon will do, with rice and two sides.',
      '整支雞腿滷到骨肉分離，用湯匙就能吃，附兩樣配菜。',
    ),
    { allergens: ['gluten', 'soy', 'egg'], groups: [twoSides, riceExtras] },
  ),
  dish(
    '1001026',
    t('Shrimp Fried Rice', '蝦仁蛋炒飯'),
    '12.95',
    'shrimp-fried-rice',
    t(
      'Every grain coated in egg and tossed high in the wok, with six curled shrimp on top.',
      '粒粒分明、裹滿蛋香，大火甩鍋炒，再鋪六隻彈牙蝦仁。',
    ),
    { allergens: ['crustacean', 'egg', 'soy'], groups: [heat] },
  ),
  dish(
    '1001027',
    t('Taiwanese Curry Rice', '古早味咖哩飯'),
    '10.95',
    'taiwanese-curry-rice',
    t(
      'Bright yellow, a little sweet, full of potato and carrot: the curry of school lunches.',
      '黃澄澄、甜甜的，馬鈴薯紅蘿蔔大塊，像小時候的營養午餐。',
    ),
    { allergens: ['gluten', 'celery', 'mustard'], groups: [riceExtras] },
  ),
  dish(
    '1001028',
    t('Sticky Oil Rice', '麻油油飯'),
    '6.95',
    'sticky-rice',
    t(
      'Glutinous rice with sesame oil, shiitake, dried shrimp and pork, steamed in a bamboo bowl.',
      '糯米吸飽麻油香，香菇、蝦米、肉絲一樣不少，滿月才吃得到的好味道。',
    ),
    { allergens: ['crustacean', 'sesame', 'soy', 'gluten'] },
  ),
]);

const braised = category('100105', t('From the Braising Pot', '滷味'), [
  dish(
    '1001029',
    t('Braised Platter', '綜合滷味拼盤'),
    '9.50',
    'braised-platter',
    t(
      'Pick three to five from the pot, sliced to order and dressed with scallion and chili.',
      '滷鍋裡自己挑三到五樣，現切淋滷汁，撒蔥花辣椒。',
    ),
    {
      allergens: ['gluten', 'soy', 'egg'],
      diets: ['signature'],
      groups: [
        group(t('Choose three to five', '任選三至五樣'), 3, 5, [
          mod('Pressed tofu', '豆干'),
          mod('Kelp knots', '海帶'),
          mod('Egg', '滷蛋'),
          mod('Peanuts', '花生'),
          mod('Pig ear', '豬耳朵', '1.50'),
          mod('Beef shank', '牛腱', '3.25'),
          mod('Duck wing', '鴨翅', '1.75', true),
        ]),
        heat,
      ],
    },
  ),
  dish(
    '1001030',
    t('Braised Beef Shank', '滷牛腱'),
    '6.25',
    'beef-shank',
    t(
      'Cold slices with a map of tendon through the middle. Sold by weight, 100 g at a time.',
      '冷切牛腱，筋紋漂亮，越嚼越香。以重量計價，每 100 公克為單位。',
    ),
    { allergens: ['gluten', 'soy'], per: per100g },
  ),
  dish(
    '1001031',
    t('Braised Pig Ear', '滷豬耳朵'),
    '4.05',
    'pig-ear',
    t(
      'Crunchy, gelatinous and very good with beer, tossed in chili oil and scallion.',
      '脆中帶Q，拌辣油和蔥絲，下酒一流。',
    ),
    { allergens: ['gluten', 'soy'], diets: ['spicy'], per: per100g },
  ),
  dish(
    '1001032',
    t('Soy-Braised Eggs', '滷蛋兩顆'),
    '3.25',
    'braised-eggs',
    t('Two eggs left in the pot until the color reaches the yolk.', '在滷鍋裡泡到連蛋黃都入味，一份兩顆。'),
    { allergens: ['egg', 'gluten', 'soy'], diets: ['vegetarian'] },
  ),
  dish(
    '1001033',
    t('Braised Tofu and Kelp', '豆干海帶'),
    '4.75',
    'tofu-kelp',
    t(
      'The classic pair, cut thick, with sesame oil and pickled greens.',
      '滷味攤最經典的一對，切厚片淋香油，配一點酸菜。',
    ),
    { allergens: ['gluten', 'soy', 'sesame'], diets: ['vegan', 'vegetarian'] },
  ),
]);

const smallPlates = category('100106', t('Small Plates', '小菜'), [
  dish(
    '1001034',
    t('Smashed Cucumber', '涼拌小黃瓜'),
    '4.25',
    'smashed-cucumber',
    t(
      'Cracked with the side of a cleaver and dressed with garlic, vinegar and chili.',
      '用刀背拍開，蒜頭、白醋、辣椒醃一下，爽脆開胃。',
    ),
    { allergens: ['sesame', 'soy'], diets: ['vegan', 'vegetarian', 'glutenFree'] },
  ),
  dish(
    '1001035',
    t('Century Egg with Tofu', '皮蛋豆腐'),
    '5.25',
    'century-egg-tofu',
    t(
      'Chilled silken tofu, creamy century egg, pork floss and a thick sweet soy.',
      '冰涼嫩豆腐配綿密皮蛋，淋醬油膏、撒肉鬆，夏天必點。',
    ),
    { allergens: ['egg', 'soy', 'gluten'] },
  ),
  dish(
    '1001036',
    t('Golden Kimchi', '黃金泡菜'),
    '3.95',
    'golden-kimchi',
    t(
      'Napa cabbage pickled with carrot, sesame and fermented tofu: sweet, crunchy, sunny yellow.',
      '大白菜拌紅蘿蔔泥和豆腐乳，酸甜脆口，一下就見底。',
    ),
    { allergens: ['sesame', 'soy'], diets: ['vegetarian'] },
  ),
  dish(
    '1001037',
    t('Peanuts and Dried Anchovies', '小魚乾花生'),
    '4.50',
    'anchovy-peanuts',
    t(
      'Crisp little fish, roasted peanuts and green chili, tossed until they rattle.',
      '小魚乾炒到酥脆，花生和青辣椒一起拌香，配酒配粥都好。',
    ),
    { allergens: ['fish', 'peanut', 'soy'], diets: ['spicy'] },
  ),
  dish(
    '1001038',
    t('Blanched Sweet Potato Leaves', '燙地瓜葉'),
    '4.05',
    'sweet-potato-leaves',
    t(
      'Tender leaves with garlic soy and a spoon of pork drippings. Ask for none if you are vegan.',
      '嫩葉汆燙，淋蒜蓉醬油和一匙肉燥，清爽解膩。',
    ),
    {
      allergens: ['soy', 'gluten'],
      groups: [
        group(t('Dressing', '淋醬'), 1, 1, [
          mod('With minced pork', '淋肉燥'),
          mod('Garlic soy only', '只要蒜蓉醬油'),
        ]),
      ],
    },
  ),
  dish(
    '1001039',
    t('Pork Blood Cake', '花生粉豬血糕'),
    '4.95',
    'pork-blood-cake',
    t(
      'Steamed sticky rice cake rolled in peanut powder and cilantro. A night-market rite of passage.',
      '蒸得軟Q的豬血糕，滾滿花生粉再沾香菜，夜市的靈魂小吃。',
    ),
    { allergens: ['peanut', 'gluten', 'soy'] },
  ),
  dish(
    '1001040',
    t('Crisp-Bottomed Oyster Omelet', '蚵仔煎'),
    '9.50',
    'oyster-omelet',
    t(
      'Oysters, egg and greens held together by bouncy starch, under a sweet red sauce.',
      '鮮蚵、雞蛋、小白菜，粉漿煎到恰恰，淋上甜辣醬。',
    ),
    { allergens: ['mollusc', 'egg', 'soy'], diets: ['signature'] },
  ),
]);

const fried = category('100107', t('Fried', '炸物'), [
  dish(
    '1001041',
    t('Night-Market Fried Chicken', '鹽酥雞'),
    '8.95',
    'popcorn-chicken',
    t(
      'Bite-size thigh in crackling sweet potato crust with fried basil and too much pepper.',
      '去骨雞腿肉裹粗粒地瓜粉，炸得酥酥脆脆，九層塔給好給滿。',
    ),
    { allergens: ['gluten', 'soy', 'egg'], diets: ['signature'], groups: [friedSeasoning, heat] },
  ),
  dish(
    '1001042',
    t('Giant Chicken Cutlet', '香雞排'),
    '9.75',
    'chicken-cutlet',
    t(
      'Wider than your face, juicy in the middle. We can cut it, but should we?',
      '比臉還大，外酥內多汁。要切不切？老饕都說不切。',
    ),
    {
      allergens: ['gluten', 'soy', 'egg'],
      groups: [
        friedSeasoning,
        group(t('Cutting', '要切嗎'), 1, 1, [mod('Leave it whole', '不切'), mod('Cut it', '切')]),
      ],
    },
  ),
  dish(
    '1001043',
    t('Stinky Tofu with Pickles', '臭豆腐配泡菜'),
    '7.25',
    'stinky-tofu',
    t(
      'Fried until hollow and crisp, filled with garlic sauce, served with sweet pickled cabbage.',
      '炸到外皮酥脆、中間挖洞灌蒜汁，配酸甜泡菜才完整。',
    ),
    { allergens: ['soy', 'gluten', 'sesame'], diets: ['vegetarian'], groups: [heat] },
  ),
  dish(
    '1001044',
    t('Salt and Pepper Squid', '椒鹽魷魚'),
    '10.50',
    'fried-squid',
    t(
      'Squid rings in a thin crust, shaken with garlic, scallion and chili.',
      '魷魚圈薄薄裹粉，和蒜末、蔥花、辣椒一起翻炒，香到停不下來。',
    ),
    { allergens: ['mollusc', 'gluten'], diets: ['spicy'] },
  ),
  dish(
    '1001045',
    t('Sweet Potato Balls', '地瓜球'),
    '5.25',
    'sweet-potato-balls',
    t('Hollow, bouncy and gone before you notice.', '外酥內空、QQ彈彈，一顆接一顆就沒了。'),
    { allergens: [], diets: ['vegan', 'vegetarian'] },
  ),
  dish(
    '1001046',
    t('Crisp Turnip Cake', '香煎蘿蔔糕'),
    '5.75',
    'turnip-cake',
    t(
      'Steamed radish cake pan-fried until the edges are lace, with garlic soy.',
      '在來米蘿蔔糕煎到邊邊焦脆，沾蒜蓉醬油最對味。',
    ),
    { allergens: ['crustacean', 'soy', 'gluten'], soldOut: true },
  ),
]);

export const noodleHouseRice = [rice, braised, smallPlates, fried];
