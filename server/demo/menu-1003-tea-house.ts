import { category, dish, group, mod, t } from './menu-build.ts';
import { iceLevel, milkChoice, per100g, sugarLevel, teaServing } from './menu-choices.ts';

const hotTea = category('100301', t('Hot Tea', '熱茶'), [
  dish(
    '1003001',
    t('High Mountain Oolong', '高山烏龍'),
    '8.50',
    'high-mountain-oolong',
    t(
      'Rolled leaves from above 1,400 meters: orchid first, butter after. Good for five infusions.',
      '海拔一千四百公尺的球形烏龍，先是蘭花香、後有奶香，回沖五泡沒問題。',
    ),
    { diets: ['vegan', 'vegetarian', 'glutenFree', 'signature'], groups: [teaServing] },
  ),
  dish(
    '1003002',
    t('Oriental Beauty', '東方美人'),
    '11.25',
    'oriental-beauty',
    t(
      'Leaves nibbled by tiny hoppers turn to honey and ripe peach in the cup.',
      '小綠葉蟬咬過的茶菁，泡開是蜂蜜和熟桃子的香氣。',
    ),
    { diets: ['vegan', 'vegetarian', 'glutenFree', 'signature'], groups: [teaServing] },
  ),
  dish(
    '1003003',
    t('Roasted Iron Goddess', '木柵鐵觀音'),
    '9.05',
    'iron-goddess',
    t(
      'Charcoal roasted, deep and warm, with a sweetness that comes late.',
      '炭焙火香沉穩，喉韻甘甜慢慢回上來。',
    ),
    { diets: ['vegan', 'vegetarian', 'glutenFree'], groups: [teaServing] },
  ),
  dish(
    '1003004',
    t('Ruby Black Tea', '日月潭紅玉'),
    '8.75',
    'ruby-black-tea',
    t('Cinnamon and a whisper of mint, with no sugar wanted.', '天然肉桂香帶點薄荷，不加糖就好喝。'),
    { diets: ['vegan', 'vegetarian', 'glutenFree'], groups: [teaServing] },
  ),
  dish(
    '1003005',
    t('Aged Pu’er', '陳年普洱'),
    '10.50',
    'aged-puer',
    t(
      'Earthy, dark and smooth. The tea to have after a big dinner.',
      '陳香厚實、滑順不澀，吃飽飽來一壺最解膩。',
    ),
    { diets: ['vegan', 'vegetarian', 'glutenFree'], groups: [teaServing], soldOut: true },
  ),
  dish(
    '1003006',
    t('Chrysanthemum and Goji', '枸杞菊花茶'),
    '7.25',
    'chrysanthemum-tea',
    t(
      'No caffeine: whole flowers, goji berries and a little rock sugar.',
      '無咖啡因，整朵菊花配枸杞，加一點冰糖潤喉。',
    ),
    { diets: ['vegan', 'vegetarian', 'glutenFree'], groups: [teaServing] },
  ),
]);

const coldTea = category('100302', t('Cold & Milk Tea', '冷飲奶茶'), [
  dish(
    '1003007',
    t('Cold-Brew Jasmine', '冷泡茉莉'),
    '5.25',
    'cold-brew-jasmine',
    t('Eight hours in the fridge, not a trace of bitterness.', '冰箱冷泡八小時，一點苦澀都沒有。'),
    { diets: ['vegan', 'vegetarian', 'glutenFree'], groups: [iceLevel] },
  ),
  dish(
    '1003008',
    t('Roasted Oolong Latte', '炭焙烏龍拿鐵'),
    '6.50',
    'oolong-latte',
    t('Charcoal oolong steamed with your choice of milk.', '炭焙烏龍配上你喜歡的奶，茶味很夠。'),
    { allergens: ['milk', 'soy', 'gluten'], diets: ['vegetarian'], groups: [milkChoice, sugarLevel] },
  ),
  dish(
    '1003009',
    t('Honey Lemon Oolong', '蜂蜜檸檬烏龍'),
    '5.95',
    'honey-lemon-tea',
    t('Longan honey, a whole lemon, plenty of ice.', '龍眼蜜配一整顆檸檬，冰冰涼涼最解渴。'),
    { diets: ['vegetarian', 'glutenFree'], groups: [iceLevel, sugarLevel] },
  ),
  dish(
    '1003010',
    t('Matcha with Milk', '抹茶鮮奶'),
    '6.75',
    'matcha-milk',
    t('Stone-ground matcha whisked to order over cold milk.', '石磨抹茶現刷，慢慢沉進冰鮮奶。'),
    {
      allergens: ['milk', 'soy', 'gluten'],
      diets: ['vegetarian'],
      groups: [milkChoice, iceLevel, sugarLevel],
    },
  ),
  dish(
    '1003011',
    t('Smoked Plum Drink', '古早味酸梅湯'),
    '4.95',
    'smoked-plum-drink',
    t(
      'Smoked plums, hawthorn, licorice and osmanthus, boiled for an afternoon.',
      '烏梅、山楂、甘草、桂花熬一下午，酸甜生津。',
    ),
    { diets: ['vegan', 'vegetarian', 'glutenFree'], groups: [iceLevel] },
  ),
]);

const bites = category('100303', t('Savory Bites', '鹹點'), [
  dish(
    '1003012',
    t('Tea Eggs', '茶葉蛋兩顆'),
    '3.05',
    'tea-eggs',
    t('Cracked and steeped overnight in black tea and spice.', '敲出裂紋泡一夜，茶香、滷香都進到蛋黃。'),
    { allergens: ['egg', 'soy', 'gluten'], diets: ['vegetarian', 'signature'] },
  ),
  dish(
    '1003013',
    t('Steamed Vegetable Buns', '香菇素菜包'),
    '4.50',
    'vegetable-buns',
    t('Two buns with greens, shiitake and pressed tofu.', '兩顆現蒸菜包，青江菜、香菇、豆干拌得香。'),
    { allergens: ['gluten', 'soy', 'sesame'], diets: ['vegan', 'vegetarian'] },
  ),
  dish(
    '1003014',
    t('Tea-Oil Noodles', '苦茶油麵線'),
    '8.25',
    'tea-oil-noodles',
    t(
      'Thin noodles in camellia oil with ginger, quiet and fragrant.',
      '手工麵線拌苦茶油和老薑，清香順口，吃完很舒服。',
    ),
    {
      allergens: ['gluten'],
      diets: ['vegan', 'vegetarian'],
      groups: [
        group(t('Add', '加點'), 0, 2, [
          mod('Poached egg', '水波蛋', '1.75'),
          mod('Mushrooms', '香菇', '1.50'),
        ]),
      ],
    },
  ),
  dish(
    '1003015',
    t('Tea-Smoked Chicken Rice', '茶燻雞飯'),
    '13.50',
    'tea-smoked-chicken',
    t(
      'Chicken leg smoked over oolong and brown sugar, with rice and greens.',
      '雞腿用烏龍茶葉和黑糖燻過，配白飯和燙青菜。',
    ),
    {
      allergens: ['soy', 'gluten', 'alcohol'],
      diets: ['signature'],
      groups: [
        group(t('Side', '配菜'), 1, 1, [
          mod('Greens', '燙青菜'),
          mod('Pickles', '醬菜'),
          mod('Tea egg', '茶葉蛋', '1.05'),
        ]),
      ],
    },
  ),
  dish(
    '1003016',
    t('Roasted Peanuts', '帶殼炒花生'),
    '2.25',
    'roasted-peanuts',
    t(
      'In the shell, still warm, weighed into a paper bag. Per 100 g.',
      '帶殼現炒還溫溫的，秤重裝紙袋，每 100 公克。',
    ),
    { allergens: ['peanut'], diets: ['vegan', 'vegetarian', 'glutenFree'], per: per100g },
  ),
]);

const sweets = category('100304', t('Cakes & Sweets', '茶點'), [
  dish(
    '1003017',
    t('Pineapple Shortcake', '土鳳梨酥'),
    '3.25',
    'pineapple-cake',
    t(
      'Tart jam, buttery crumble. Our most-ordered partner for oolong.',
      '酸香土鳳梨餡配奶油酥皮，跟烏龍最搭。',
    ),
    { allergens: ['gluten', 'milk', 'egg'], diets: ['vegetarian'] },
  ),
  dish(
    '1003018',
    t('Mung Bean Cake', '綠豆糕'),
    '3.75',
    'mung-bean-cake',
    t(
      'Pressed in a wooden mold, melts as soon as the tea reaches it.',
      '木模壓出花樣，配口熱茶就在嘴裡化開。',
    ),
    { allergens: ['milk'], diets: ['vegetarian', 'glutenFree'] },
  ),
  dish(
    '1003019',
    t('Taro Moon Cake', '芋頭酥'),
    '4.25',
    'taro-moon-cake',
    t('A purple spiral of flaky pastry around smooth taro.', '紫色螺旋酥皮，裡面是綿密芋泥。'),
    { allergens: ['gluten', 'milk', 'egg'], diets: ['vegetarian'], soldOut: true },
  ),
  dish(
    '1003020',
    t('Matcha Roll Cake', '抹茶生乳捲'),
    '6.25',
    'matcha-roll',
    t('More cream than cake, which is the point.', '鮮奶油比蛋糕還多，這就對了。'),
    { allergens: ['gluten', 'egg', 'milk'], diets: ['vegetarian'] },
  ),
  dish(
    '1003021',
    t('Brown Sugar Rice Cake', '黑糖糕'),
    '3.50',
    'brown-sugar-cake',
    t(
      'Steamed, springy, sprinkled with sesame, as on the Penghu islands.',
      '澎湖味的蒸糕，Q彈濕潤，撒上白芝麻。',
    ),
    { allergens: ['sesame', 'gluten'], diets: ['vegan', 'vegetarian'] },
  ),
  dish(
    '1003022',
    t('Candied Nuts and Dried Fruit', '堅果果乾拼盤'),
    '5.05',
    'nuts-fruit',
    t(
      'Walnuts, cashews, dried mango and plums to nibble between infusions.',
      '核桃、腰果、芒果乾和蜜餞，一泡茶配一小口。',
    ),
    { allergens: ['nut'], diets: ['vegan', 'vegetarian', 'glutenFree'] },
  ),
]);

export const teaHouseMenu = [hotTea, coldTea, bites, sweets];
