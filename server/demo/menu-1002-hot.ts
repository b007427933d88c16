import { category, dish, group, mod, t } from './menu-build.ts';
import { heat, ramenExtras, ramenFirmness } from './menu-choices.ts';

const fried = category('100205', t('Fried & Crisp', '揚物'), [
  dish(
    '1002028',
    t('Karaage', '唐揚炸雞'),
    '10.50',
    'karaage',
    t(
      'Thigh marinated in ginger and sake, fried twice, lemon on the side.',
      '雞腿肉用薑和清酒醃過，二次油炸，擠檸檬吃。',
    ),
    {
      allergens: ['gluten', 'soy', 'egg', 'alcohol'],
      diets: ['signature'],
      groups: [
        group(t('Style', '口味'), 1, 1, [
          mod('Classic', '原味'),
          mod('Yuzu kosho mayo', '柚子胡椒美乃滋', '1.25'),
          mod('Nanban with tartar', '南蠻塔塔', '1.75'),
        ]),
      ],
    },
  ),
  dish(
    '1002029',
    t('Shrimp Tempura', '炸蝦天婦羅'),
    '15.25',
    'shrimp-tempura',
    t('Five shrimp in a batter you can nearly see through.', '五尾大蝦，麵衣薄到透光，沾天婦羅汁或抹茶鹽。'),
    { allergens: ['crustacean', 'gluten', 'egg', 'soy'] },
  ),
  dish(
    '1002030',
    t('Vegetable Tempura', '野菜天婦羅'),
    '11.75',
    'vegetable-tempura',
    t(
      'Pumpkin, eggplant, lotus root and shiso leaf, with matcha salt.',
      '南瓜、茄子、蓮藕、紫蘇葉，沾抹茶鹽清爽不膩。',
    ),
    { allergens: ['gluten', 'egg'], diets: ['vegetarian'] },
  ),
  dish(
    '1002031',
    t('Tofu in Dashi', '揚出豆腐'),
    '8.25',
    'agedashi-tofu',
    t('A crisp coat that slowly gives in to warm dashi.', '外皮酥脆、慢慢吸進溫熱高湯，軟硬之間最好吃。'),
    { allergens: ['soy', 'fish', 'gluten'] },
  ),
  dish(
    '1002032',
    t('Pork Cutlet Sandwich', '炸豬排三明治'),
    '12.95',
    'katsu-sando',
    t(
      'Thick cutlet, soft milk bread, mustard and shredded cabbage. No crusts.',
      '厚切炸豬排夾牛奶吐司，芥末、高麗菜絲，去邊切塊。',
    ),
    { allergens: ['gluten', 'egg', 'milk', 'mustard', 'soy'] },
  ),
  dish(
    '1002033',
    t('Oysters in Breadcrumbs', '炸牡蠣'),
    '13.50',
    'fried-oysters',
    t('Four big ones, crunchy outside, briny and molten inside.', '四顆大牡蠣，外面酥脆，裡面滾燙鮮甜。'),
    { allergens: ['mollusc', 'gluten', 'egg', 'soy'], soldOut: true },
  ),
]);

const pots = category('100206', t('Pots & Simmered', '鍋物煮物'), [
  dish(
    '1002034',
    t('Oden, Choose Four', '關東煮任選四樣'),
    '11.05',
    'oden-pot',
    t(
      'Daikon that has been in the pot since morning, and three friends.',
      '白蘿蔔一早就下鍋，再挑三樣陪它。',
    ),
    {
      allergens: ['fish', 'egg', 'soy', 'gluten'],
      groups: [
        group(t('Choose four', '任選四樣'), 4, 4, [
          mod('Daikon', '白蘿蔔'),
          mod('Egg', '水煮蛋'),
          mod('Fish cake', '竹輪'),
          mod('Konjac', '蒟蒻'),
          mod('Tofu pouch', '福袋', '0.75'),
          mod('Beef tendon', '牛筋', '1.75'),
        ]),
      ],
    },
  ),
  dish(
    '1002035',
    t('Beef Sukiyaki', '壽喜燒牛肉鍋'),
    '26.50',
    'sukiyaki',
    t(
      'Thin beef, leek and tofu in a sweet soy skillet, raw egg for dipping.',
      '薄切牛肉、大蔥、豆腐在甜醬油裡咕嘟咕嘟，沾生蛋液吃。',
    ),
    {
      allergens: ['soy', 'gluten', 'egg', 'alcohol'],
      diets: ['signature'],
      groups: [
        group(t('Extras', '加點'), 0, 3, [
          mod('Extra beef', '加牛肉', '9.50'),
          mod('Udon to finish', '最後下烏龍麵', '3.25'),
          mod('Another egg', '再一顆蛋', '1.05'),
        ]),
      ],
    },
  ),
  dish(
    '1002036',
    t('Clams Steamed in Sake', '酒蒸蛤蜊'),
    '12.50',
    'sake-clams',
    t(
      'Clams, sake, butter and scallion. Ask for bread and mop.',
      '蛤蜊、清酒、奶油、蔥花，湯汁記得留著沾麵包。',
    ),
    { allergens: ['mollusc', 'alcohol', 'milk'], diets: ['glutenFree'] },
  ),
  dish(
    '1002037',
    t('Simmered Pork Belly', '日式角煮'),
    '14.25',
    'kakuni',
    t(
      'Cubes that hold their shape until you look at them, with mustard and spinach.',
      '五花肉方塊筷子一夾就散，配黃芥末和菠菜。',
    ),
    { allergens: ['soy', 'gluten', 'mustard', 'alcohol'] },
  ),
  dish(
    '1002038',
    t('Kimchi Tofu Pot', '泡菜豆腐鍋'),
    '13.05',
    'kimchi-pot',
    t('Bubbling, red and exactly what a rainy evening needs.', '滾滾紅湯、酸辣夠勁，下雨的晚上就想喝這個。'),
    { allergens: ['soy', 'fish', 'egg'], diets: ['spicy'], groups: [heat] },
  ),
]);

const bowls = category('100207', t('Noodles & Rice', '麵飯'), [
  dish(
    '1002039',
    t('Tonkotsu Ramen', '豚骨拉麵'),
    '15.50',
    'tonkotsu-ramen',
    t(
      'Eighteen-hour pork broth, straight thin noodles, two slices of chashu.',
      '豚骨熬十八小時，細直麵、兩片叉燒，湯頭濃到掛碗。',
    ),
    {
      allergens: ['gluten', 'soy', 'egg', 'sesame'],
      diets: ['signature'],
      groups: [ramenFirmness, ramenExtras],
    },
  ),
  dish(
    '1002040',
    t('Spicy Miso Ramen', '辛味噌拉麵'),
    '16.05',
    'miso-ramen',
    t(
      'Three misos, corn, minced pork and a red slick of chili oil.',
      '三種味噌、玉米、炒肉末，浮一層紅亮辣油。',
    ),
    {
      allergens: ['gluten', 'soy', 'sesame', 'egg'],
      diets: ['spicy'],
      groups: [ramenFirmness, heat, ramenExtras],
    },
  ),
  dish(
    '1002041',
    t('Chilled Soba', '冷蕎麥麵'),
    '12.25',
    'cold-soba',
    t(
      'Buckwheat noodles on ice with dipping sauce, and the cooking water to finish.',
      '冰鎮蕎麥麵配沾汁，最後來碗蕎麥湯收尾。',
    ),
    { allergens: ['gluten', 'soy', 'fish'] },
  ),
  dish(
    '1002042',
    t('Grilled Eel on Rice', '蒲燒鰻魚飯'),
    '27.50',
    'eel-rice',
    t(
      'Brushed and grilled three times until lacquered, with mountain pepper.',
      '刷醬烤三回烤到發亮，撒點山椒粉。',
    ),
    { allergens: ['fish', 'soy', 'gluten', 'alcohol'] },
  ),
  dish(
    '1002043',
    t('Chicken and Egg Bowl', '親子丼'),
    '13.95',
    'oyakodon',
    t('Just-set egg, sweet onion and charcoal-grilled thigh.', '蛋液半熟滑嫩，洋蔥甜，雞腿先用炭火烤過。'),
    { allergens: ['egg', 'soy', 'gluten', 'fish'] },
  ),
  dish(
    '1002044',
    t('Grilled Rice Balls', '烤飯糰'),
    '6.25',
    'grilled-rice-balls',
    t('Two, painted with soy and crusted over the coals.', '兩顆刷醬油在炭上烤出鍋巴，外脆內軟。'),
    {
      allergens: ['soy', 'gluten'],
      diets: ['vegan', 'vegetarian'],
      groups: [
        group(t('Filling', '內餡'), 1, 1, [
          mod('Plum', '梅子'),
          mod('Kombu', '昆布'),
          mod('Salmon', '鮭魚', '1.25'),
        ]),
      ],
    },
  ),
]);

const greens = category('100208', t('Salads & Vegetables', '沙拉野菜'), [
  dish(
    '1002045',
    t('Charred Cabbage, Anchovy Butter', '鯷魚奶油烤高麗菜'),
    '10.25',
    'charred-cabbage',
    t(
      'A wedge blackened on the outside and sweet in the heart.',
      '外層烤到焦黑，菜心甜得像水果，淋鯷魚奶油。',
    ),
    { allergens: ['fish', 'milk'], diets: ['glutenFree'] },
  ),
  dish(
    '1002046',
    t('Tomato and Shiso Salad', '番茄紫蘇沙拉'),
    '9.05',
    'tomato-salad',
    t('Cold ripe tomatoes, onion dressing, a lot of shiso.', '冰涼熟番茄配洋蔥醬汁，紫蘇給很多。'),
    { allergens: ['soy', 'gluten'], diets: ['vegan', 'vegetarian'] },
  ),
  dish(
    '1002047',
    t('Miso Eggplant', '味噌烤茄子'),
    '9.75',
    'miso-eggplant',
    t(
      'Half an eggplant, spoon-soft, under caramelized sweet miso.',
      '半條茄子烤到能用湯匙挖，上面是焦糖化的甜味噌。',
    ),
    { allergens: ['soy', 'sesame', 'alcohol'], diets: ['vegan', 'vegetarian'] },
  ),
  dish(
    '1002048',
    t('Grilled Corn, Soy Butter', '醬油奶油烤玉米'),
    '7.25',
    'grilled-corn',
    t('Ribs of sweet corn to gnaw with both hands.', '甜玉米切成肋條狀，兩手拿著啃最痛快。'),
    { allergens: ['milk', 'soy', 'gluten'], diets: ['vegetarian'] },
  ),
  dish(
    '1002049',
    t('Avocado and Seaweed Salad', '酪梨海帶芽沙拉'),
    '10.75',
    'avocado-salad',
    t(
      'Ripe avocado, three seaweeds, walnut and sesame dressing.',
      '熟度剛好的酪梨、三種海藻，拌核桃胡麻醬。',
    ),
    { allergens: ['sesame', 'soy', 'nut', 'gluten'], diets: ['vegan', 'vegetarian'] },
  ),
]);

export const izakayaHot = [fried, pots, bowls, greens];
