import { category, dish, group, mod, t } from './menu-build.ts';
import { doneness, per100g, saltOrTare, skewerCount, wasabi } from './menu-choices.ts';

const sashimi = category('100201', t('Sashimi', '刺身'), [
  dish(
    '1002001',
    t('Chef’s Sashimi Selection', '主廚綜合刺身'),
    '32.00',
    'sashimi-platter',
    t(
      'Whatever looked best at the harbor this morning, five kinds, three slices each.',
      '今早漁港看到最漂亮的五種魚，每種三片，由師傅決定。',
    ),
    { allergens: ['fish', 'mollusc', 'crustacean', 'soy'], diets: ['signature'], groups: [wasabi] },
  ),
  dish(
    '1002002',
    t('Salmon Sashimi', '鮭魚刺身'),
    '14.50',
    'salmon-sashimi',
    t(
      'Thick slices from the belly end, with a little lemon.',
      '選靠近腹部的部位厚切，擠一點檸檬，油脂在嘴裡化開。',
    ),
    { allergens: ['fish', 'soy'], diets: ['glutenFree'], groups: [wasabi] },
  ),
  dish(
    '1002003',
    t('Tuna, Marinated in Soy', '醬漬鮪魚'),
    '16.50',
    'tuna-sashimi',
    t(
      'Lean tuna rested ten minutes in soy and mirin, with grated yam and a quail egg.',
      '鮪魚赤身用醬油味醂漬十分鐘，配山藥泥和鵪鶉蛋黃。',
    ),
    { allergens: ['fish', 'soy', 'egg', 'gluten', 'alcohol'], groups: [wasabi] },
  ),
  dish(
    '1002004',
    t('Seared Scallop', '炙燒干貝'),
    '17.25',
    'seared-scallop',
    t(
      'Hokkaido scallops kissed by charcoal, yuzu salt on top, raw in the middle.',
      '大干貝用炭火輕炙，撒柚子鹽，中心還是生的。',
    ),
    { allergens: ['mollusc'], diets: ['glutenFree'] },
  ),
  dish(
    '1002005',
    t('Raw Oysters', '生蠔'),
    '4.75',
    'raw-oysters',
    t(
      'Opened when you order, ponzu and a drop of chili. Priced each.',
      '點了才開，配柑橘醋和一滴辣蘿蔔泥，單顆計價。',
    ),
    { allergens: ['mollusc', 'soy', 'gluten'], soldOut: true },
  ),
  dish(
    '1002006',
    t('Seafood Rice Bowl', '海鮮丼'),
    '21.95',
    'kaisendon',
    t(
      'Seven kinds of seafood and salmon roe over warm vinegared rice.',
      '七種海鮮加鮭魚卵，鋪在溫溫的醋飯上，一口一個驚喜。',
    ),
    { allergens: ['fish', 'crustacean', 'mollusc', 'egg', 'soy', 'gluten'], groups: [wasabi] },
  ),
]);

const starters = category('100202', t('To Start', '開胃小菜'), [
  dish(
    '1002007',
    t('Sea Salt Edamame', '海鹽毛豆'),
    '5.25',
    'edamame',
    t('Warm pods, flaky salt, gone before the drinks arrive.', '溫熱毛豆撒粗海鹽，酒還沒到就吃完了。'),
    { allergens: ['soy'], diets: ['vegan', 'vegetarian', 'glutenFree'] },
  ),
  dish(
    '1002008',
    t('Potato Salad, Soft Egg', '溏心蛋馬鈴薯沙拉'),
    '7.50',
    'potato-salad',
    t(
      'Coarsely mashed with smoked bacon, a runny egg broken over it at the table.',
      '馬鈴薯粗粗壓碎拌煙燻培根，上桌把溏心蛋戳破拌著吃。',
    ),
    { allergens: ['egg', 'milk', 'mustard'], diets: ['signature'] },
  ),
  dish(
    '1002009',
    t('Dashi Omelet', '高湯玉子燒'),
    '8.75',
    'tamagoyaki',
    t(
      'Rolled to order, trembling with dashi, grated radish on the side.',
      '現點現捲，吸飽高湯會抖動，配白蘿蔔泥和醬油。',
    ),
    { allergens: ['egg', 'fish', 'soy', 'gluten'] },
  ),
  dish(
    '1002010',
    t('Chilled Tofu, Ginger and Shiso', '紫蘇薑泥冷豆腐'),
    '6.25',
    'cold-tofu',
    t(
      'House-set tofu with ginger, shiso and very good soy sauce.',
      '自家凝的豆腐，薑泥、紫蘇，再淋一點好醬油就夠。',
    ),
    { allergens: ['soy', 'gluten'], diets: ['vegan', 'vegetarian'] },
  ),
  dish(
    '1002011',
    t('Octopus with Wasabi', '芥末章魚'),
    '6.95',
    'takowasa',
    t('Cool, slippery, sinus-clearing. Wrap it in seaweed.', '冰涼滑脆、嗆到鼻頭，包片海苔配酒剛好。'),
    { allergens: ['mollusc', 'mustard', 'soy', 'gluten'], diets: ['spicy'] },
  ),
  dish(
    '1002012',
    t('House Pickles', '自家漬物'),
    '5.05',
    'house-pickles',
    t(
      'Cucumber, turnip and eggplant from the rice bran crock.',
      '米糠床裡養出來的小黃瓜、蕪菁和茄子，酸鹹清脆。',
    ),
    { allergens: ['gluten'], diets: ['vegan', 'vegetarian'] },
  ),
]);

const skewers = category('100203', t('Charcoal Skewers', '炭火串燒'), [
  dish(
    '1002013',
    t('Chicken Thigh and Leek', '雞腿蔥串'),
    '4.25',
    'negima-skewer',
    t(
      'The one to judge us by: thigh, leek, thigh, over white charcoal.',
      '看一家店就看這串：雞腿、大蔥、雞腿，備長炭慢慢轉。',
    ),
    { allergens: ['soy', 'gluten'], diets: ['signature'], groups: [saltOrTare, skewerCount] },
  ),
  dish(
    '1002014',
    t('Chicken Meatball', '月見雞肉丸'),
    '5.50',
    'tsukune-skewer',
    t(
      'Chopped with cartilage for crunch and served with an egg yolk to dip.',
      '加軟骨一起剁，口感喀滋，沾生蛋黃吃。',
    ),
    { allergens: ['egg', 'soy', 'gluten'], groups: [skewerCount] },
  ),
  dish(
    '1002015',
    t('Chicken Wing', '鹽烤雞翅'),
    '4.75',
    'chicken-wing-skewer',
    t('Opened flat so the skin goes crisp from end to end.', '攤平了烤，從頭到尾皮都脆。'),
    { diets: ['glutenFree'], groups: [skewerCount] },
  ),
  dish(
    '1002016',
    t('Pork Belly', '五花肉串'),
    '4.95',
    'pork-belly-skewer',
    t('Salt, smoke and a squeeze of lemon.', '鹽巴、炭香、擠點檸檬，簡單就好吃。'),
    { diets: ['glutenFree'], groups: [skewerCount] },
  ),
  dish(
    '1002017',
    t('Beef Tongue', '厚切牛舌串'),
    '7.25',
    'beef-tongue-skewer',
    t('Thick enough to bounce, with scallion and black pepper.', '切得夠厚才彈牙，撒蔥花和黑胡椒。'),
    { allergens: ['sesame'], groups: [skewerCount] },
  ),
  dish(
    '1002018',
    t('Bacon-Wrapped Tomato', '培根番茄串'),
    '4.50',
    'bacon-tomato-skewer',
    t('They burst. Wait a minute, we warned you.', '咬下去會爆汁，先等一下再吃，別說沒提醒你。'),
    { diets: ['glutenFree'], groups: [skewerCount] },
  ),
  dish(
    '1002019',
    t('King Oyster Mushroom', '杏鮑菇串'),
    '3.75',
    'mushroom-skewer',
    t('Brushed with butter and soy until the edges brown.', '刷上奶油醬油，烤到邊緣焦黃。'),
    { allergens: ['milk', 'soy', 'gluten'], diets: ['vegetarian'], groups: [skewerCount] },
  ),
  dish(
    '1002020',
    t('Shishito Peppers', '糯米椒串'),
    '3.50',
    'shishito-skewer',
    t('Mild nine times in ten. The tenth is yours.', '十根有九根不辣，剩下那根看運氣。'),
    { diets: ['vegan', 'vegetarian', 'glutenFree'], groups: [saltOrTare] },
  ),
  dish(
    '1002021',
    t('Mixed Skewers, Set of Five', '綜合串燒五串'),
    '19.95',
    'mixed-skewers',
    t('Choose any five and we grill them in the right order.', '五串自己搭，先烤哪串交給我們。'),
    {
      allergens: ['soy', 'gluten'],
      groups: [
        saltOrTare,
        group(t('Choose five', '任選五串'), 5, 5, [
          mod('Chicken thigh', '雞腿蔥'),
          mod('Meatball', '雞肉丸'),
          mod('Wing', '雞翅'),
          mod('Pork belly', '五花肉'),
          mod('Mushroom', '杏鮑菇'),
          mod('Shishito', '糯米椒'),
          mod('Beef tongue', '牛舌', '2.25', true),
        ]),
      ],
    },
  ),
]);

const grill = category('100204', t('From the Grill', '炭烤'), [
  dish(
    '1002022',
    t('Wagyu Rump', '和牛臀肉心'),
    '14.50',
    'wagyu-steak',
    t(
      'Seared over binchotan and rested, with salt and wasabi. Sold by weight, per 100 g.',
      '備長炭直火炙烤再靜置，只配鹽和山葵。以重量計價，每 100 公克。',
    ),
    { diets: ['signature', 'glutenFree'], per: per100g, groups: [doneness] },
  ),
  dish(
    '1002023',
    t('Miso Black Cod', '西京味噌鱈魚'),
    '24.50',
    'miso-cod',
    t(
      'Three days in white miso, four minutes in the fire.',
      '白味噌醃三天，炭火烤四分鐘，邊緣焦香肉質細滑。',
    ),
    { allergens: ['fish', 'soy', 'alcohol'] },
  ),
  dish(
    '1002024',
    t('Salt-Grilled Mackerel', '鹽烤鯖魚'),
    '13.75',
    'grilled-mackerel',
    t('Blistered skin, lemon and grated radish. Mind the bones.', '皮烤到起泡，配檸檬和蘿蔔泥，小心魚刺。'),
    { allergens: ['fish'], diets: ['glutenFree'] },
  ),
  dish(
    '1002025',
    t('Grilled King Crab Legs', '炭烤帝王蟹腳'),
    '16.25',
    'crab-legs',
    t(
      'Split, brushed with butter and grilled in the shell. Priced per 100 g.',
      '剖半刷奶油、帶殼炭烤，鮮甜多汁。每 100 公克計價。',
    ),
    { allergens: ['crustacean', 'milk'], diets: ['glutenFree'], per: per100g },
  ),
  dish(
    '1002026',
    t('Iberico Pork Collar', '炭烤伊比利豬'),
    '21.05',
    'iberico-pork',
    t('Blushing pink with mustard and a small salad.', '粉嫩微紅剛剛好，附芥末籽醬和一小碟沙拉。'),
    {
      allergens: ['mustard'],
      groups: [
        group(t('Doneness', '熟度'), 1, 1, [
          mod('Pink', '粉嫩'),
          mod('Medium well', '七分熟'),
          mod('Well done', '全熟'),
        ]),
      ],
    },
  ),
  dish(
    '1002027',
    t('Whole Grilled Squid', '炭烤一夜干魷魚'),
    '15.95',
    'grilled-squid',
    t(
      'Dried overnight, grilled whole and scissored at the table, with mayonnaise and chili.',
      '風乾一晚更鮮甜，整尾烤好現剪，沾七味美乃滋。',
    ),
    { allergens: ['mollusc', 'egg', 'mustard'] },
  ),
]);

export const izakayaKitchen = [sashimi, starters, skewers, grill];
