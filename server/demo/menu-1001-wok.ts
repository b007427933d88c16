import { category, dish, group, mod, t } from './menu-build.ts';
import {
  bowlSize,
  cupSize,
  dessertToppings,
  heat,
  iceLevel,
  per100g,
  steaming,
  sugarLevel,
  teaToppings,
} from './menu-choices.ts';

const wok = category('100108', t('From the Wok', '熱炒'), [
  dish(
    '1001047',
    t('Three-Cup Chicken', '三杯雞'),
    '16.50',
    'three-cup-chicken',
    t(
      'Sesame oil, soy and rice wine reduced around bone-in chicken, with a fistful of basil.',
      '麻油、醬油、米酒收到發亮，帶骨雞塊配一大把九層塔，超下飯。',
    ),
    { allergens: ['soy', 'gluten', 'sesame', 'alcohol'], diets: ['signature'], groups: [heat] },
  ),
  dish(
    '1001048',
    t('Mapo Tofu', '麻婆豆腐'),
    '12.25',
    'mapo-tofu',
    t(
      'Soft tofu, minced pork and a slow-building tingle. Order rice.',
      '嫩豆腐吸滿豆瓣香，麻辣慢慢上來，記得多叫一碗飯。',
    ),
    { allergens: ['soy', 'gluten'], diets: ['spicy'], groups: [heat] },
  ),
  dish(
    '1001049',
    t('Beef with Scallions', '蔥爆牛肉'),
    '16.95',
    'scallion-beef',
    t(
      'Velveted beef and three bunches of scallions, out of the wok in under a minute.',
      '牛肉先抓嫩，青蔥用三大把，大火一分鐘內起鍋。',
    ),
    { allergens: ['soy', 'gluten', 'mollusc'] },
  ),
  dish(
    '1001050',
    t('Fly’s Head', '蒼蠅頭'),
    '12.75',
    'flys-head',
    t(
      'No flies: minced garlic chives, pork and black beans. A strange name for a rice thief.',
      '韭菜花、絞肉、豆豉炒在一起，鹹香微辣，名字怪但超級下飯。',
    ),
    { allergens: ['soy', 'gluten'], diets: ['spicy'], groups: [heat] },
  ),
  dish(
    '1001051',
    t('Kung Pao Chicken', '宮保雞丁'),
    '14.95',
    'kung-pao-chicken',
    t(
      'Dried chili, peanuts and tender chicken in a sauce that is sweet first and hot later.',
      '乾辣椒爆香，雞丁滑嫩、花生酥脆，先甜後辣。',
    ),
    { allergens: ['peanut', 'soy', 'gluten'], diets: ['spicy'], groups: [heat] },
  ),
  dish(
    '1001052',
    t('Tomato and Egg', '番茄炒蛋'),
    '10.25',
    'tomato-egg',
    t(
      'What everybody’s mother makes, with soft curds and a little ketchup. We admit it.',
      '家家都會的媽媽味，蛋要滑嫩，偷加一點番茄醬才好吃。',
    ),
    { allergens: ['egg'], diets: ['vegetarian', 'glutenFree'] },
  ),
  dish(
    '1001053',
    t('Cabbage with Garlic', '蒜炒高麗菜'),
    '9.05',
    'garlic-cabbage',
    t('Mountain cabbage, sweet and still squeaky from the wok.', '高山高麗菜大火快炒，清甜爽脆。'),
    { diets: ['vegan', 'vegetarian', 'glutenFree'] },
  ),
  dish(
    '1001054',
    t('Water Spinach with Fermented Tofu', '腐乳空心菜'),
    '9.50',
    'water-spinach',
    t('Hollow stems that crunch, in a salty, creamy sauce.', '空心菜梗脆葉嫩，腐乳鹹香，配飯配麵都對。'),
    { allergens: ['soy', 'alcohol'], diets: ['vegan', 'vegetarian'] },
  ),
]);

const seafood = category('100109', t('Seafood', '海鮮'), [
  dish(
    '1001055',
    t('Steamed Sea Bass', '清蒸鱸魚'),
    '5.25',
    'steamed-fish',
    t(
      'Today’s fish from the tank, priced per 100 g; most weigh 500 to 700 g. Hot oil is poured over it at the table.',
      '當日活魚現撈，每 100 公克計價，一尾約 500–700 公克，上桌再淋熱油。',
    ),
    { allergens: ['fish', 'soy', 'gluten'], diets: ['signature'], per: per100g, groups: [steaming] },
  ),
  dish(
    '1001056',
    t('Live Shrimp, Salt-Grilled', '鹽焗活蝦'),
    '6.05',
    'salt-shrimp',
    t(
      'Weighed alive, buried in hot salt, peeled with your fingers. Priced per 100 g.',
      '活蝦現秤現做，用熱鹽焗熟，手剝最過癮。每 100 公克計價。',
    ),
    { allergens: ['crustacean'], diets: ['glutenFree'], per: per100g },
  ),
  dish(
    '1001057',
    t('Clams with Basil', '塔香蛤蜊'),
    '3.75',
    'basil-clams',
    t(
      'Clams thrown in a hot wok with garlic, rice wine and basil. Priced per 100 g, shells included.',
      '蛤蜊大火爆炒，蒜頭、米酒、九層塔一次到位。連殼秤重，每 100 公克計價。',
    ),
    { allergens: ['mollusc', 'soy', 'gluten', 'alcohol'], per: per100g, groups: [heat] },
  ),
  dish(
    '1001058',
    t('Pineapple Shrimp Balls', '鳳梨蝦球'),
    '17.25',
    'pineapple-shrimp',
    t(
      'Crisp shrimp in sweet mayonnaise with pineapple and sprinkles, exactly as at a wedding banquet.',
      '酥炸蝦球裹美乃滋，配酸甜鳳梨和彩色糖粒，喜宴必搶的那一道。',
    ),
    { allergens: ['crustacean', 'egg', 'mustard', 'gluten'] },
  ),
  dish(
    '1001059',
    t('Typhoon Shelter Crab', '避風塘炒蟹'),
    '8.50',
    'typhoon-crab',
    t(
      'Crab buried under fried garlic, black beans and chili. Priced per 100 g when the boats come in.',
      '現撈螃蟹埋進金黃蒜酥裡，配豆豉和辣椒。有船回來才有，每 100 公克計價。',
    ),
    { allergens: ['crustacean', 'soy', 'gluten'], diets: ['spicy'], per: per100g, soldOut: true },
  ),
]);

const soups = category('100110', t('Soups', '湯品'), [
  dish(
    '1001060',
    t('Hot and Sour Soup', '酸辣湯'),
    '5.50',
    'hot-sour-soup',
    t(
      'Tofu, wood ear, bamboo and egg ribbons, sharp with white pepper and vinegar.',
      '豆腐、木耳、筍絲、蛋花，胡椒香加烏醋酸，配鍋貼剛好。',
    ),
    { allergens: ['soy', 'egg', 'gluten'], diets: ['spicy'], groups: [bowlSize] },
  ),
  dish(
    '1001061',
    t('Fish Ball Soup', '魚丸湯'),
    '5.05',
    'fish-ball-soup',
    t(
      'Bouncy pork-filled fish balls, celery and a clear broth.',
      '手工福州魚丸，咬開有肉餡，撒芹菜珠和白胡椒。',
    ),
    { allergens: ['fish', 'celery', 'gluten'] },
  ),
  dish(
    '1001062',
    t('Sesame Oil Chicken Soup', '麻油雞湯'),
    '11.50',
    'sesame-chicken-soup',
    t(
      'Ginger fried in black sesame oil, chicken and a good deal of rice wine. Winter in a bowl.',
      '老薑煸香黑麻油，米酒加得大方，一碗下去手腳都暖了。',
    ),
    { allergens: ['sesame', 'alcohol'], diets: ['glutenFree'] },
  ),
  dish(
    '1001063',
    t('Pork Rib and Radish Soup', '蘿蔔排骨湯'),
    '6.75',
    'rib-radish-soup',
    t(
      'Ribs, white radish, a little cilantro and an honest afternoon on the stove.',
      '排骨和白蘿蔔慢慢燉，湯清甜，撒點香菜就好喝。',
    ),
    { allergens: ['celery'], diets: ['glutenFree'] },
  ),
]);

const drinks = category('100111', t('Tea & Drinks', '茶飲'), [
  dish(
    '1001064',
    t('Bubble Milk Tea', '珍珠奶茶'),
    '5.75',
    'bubble-milk-tea',
    t(
      'Strong Assam, real milk and pearls cooked in brown sugar every two hours.',
      '阿薩姆紅茶配鮮奶，珍珠每兩小時現煮，Q度剛好。',
    ),
    {
      allergens: ['milk'],
      diets: ['vegetarian', 'signature'],
      groups: [cupSize, iceLevel, sugarLevel, teaToppings],
    },
  ),
  dish(
    '1001065',
    t('Brown Sugar Pearl Milk', '黑糖珍珠鮮奶'),
    '6.25',
    'brown-sugar-milk',
    t(
      'No tea at all: tiger-striped brown sugar, cold milk and warm pearls.',
      '沒有茶，只有黑糖虎紋、冰鮮奶和溫熱珍珠，攪三下再喝。',
    ),
    { allergens: ['milk'], diets: ['vegetarian'], groups: [cupSize, iceLevel] },
  ),
  dish(
    '1001066',
    t('Four Seasons Oolong', '四季春青茶'),
    '4.25',
    'green-oolong-tea',
    t(
      'Floral, light and very cold. Half sugar or none is how regulars take it.',
      '清香回甘、冰透透，內行人都喝微糖或無糖。',
    ),
    { diets: ['vegan', 'vegetarian', 'glutenFree'], groups: [cupSize, iceLevel, sugarLevel, teaToppings] },
  ),
  dish(
    '1001067',
    t('Passion Fruit Green Tea', '百香果綠茶'),
    '5.50',
    'passion-green-tea',
    t(
      'Fresh passion fruit, seeds and all, shaken with jasmine green tea.',
      '新鮮百香果連籽一起搖，配茉莉綠茶，酸甜消暑。',
    ),
    { diets: ['vegan', 'vegetarian', 'glutenFree'], groups: [cupSize, iceLevel, sugarLevel, teaToppings] },
  ),
  dish(
    '1001068',
    t('Winter Melon Lemonade', '冬瓜檸檬'),
    '4.95',
    'winter-melon-lemon',
    t(
      'House-cooked winter melon syrup, sharpened with a whole lemon.',
      '自己熬的冬瓜糖磚，擠一整顆檸檬，甜得剛剛好。',
    ),
    { diets: ['vegan', 'vegetarian', 'glutenFree'], groups: [cupSize, iceLevel] },
  ),
  dish(
    '1001069',
    t('Soy Milk', '豆漿'),
    '3.25',
    'soy-milk',
    t('Ground from whole beans each morning, hot or iced.', '每天清晨現磨，豆香濃，冰的溫的都好。'),
    {
      allergens: ['soy'],
      diets: ['vegan', 'vegetarian', 'glutenFree'],
      groups: [group(t('Temperature', '溫度'), 1, 1, [mod('Hot', '熱'), mod('Iced', '冰')]), sugarLevel],
    },
  ),
  dish(
    '1001070',
    t('Draft Lager', '生啤酒'),
    '6.50',
    'draft-beer',
    t(
      'Cold, crisp and poured to the line. Made for the fried chicken.',
      '冰涼順口，泡沫綿密，配鹽酥雞天生一對。',
    ),
    { allergens: ['gluten', 'alcohol'] },
  ),
]);

const desserts = category('100112', t('Desserts', '甜湯冰品'), [
  dish(
    '1001071',
    t('Tofu Pudding', '豆花'),
    '5.25',
    'tofu-pudding',
    t(
      'Warm or chilled tofu pudding in ginger syrup with three toppings of your choice.',
      '綿密豆花配薑汁糖水，冷熱都行，配料任選三樣。',
    ),
    {
      allergens: ['soy', 'peanut'],
      diets: ['vegan', 'vegetarian'],
      groups: [
        group(t('Warm or cold', '冷熱'), 1, 1, [mod('Warm with ginger', '熱・薑汁'), mod('Chilled', '冰')]),
        dessertToppings,
      ],
    },
  ),
  dish(
    '1001072',
    t('Mango Shaved Ice', '芒果雪花冰'),
    '9.95',
    'mango-ice',
    t(
      'Milk ice shaved into ribbons under a whole ripe mango and condensed milk. Enough for two.',
      '牛奶雪花冰鋪滿一整顆愛文芒果，淋煉乳，兩個人吃剛好。',
    ),
    { allergens: ['milk'], diets: ['vegetarian', 'signature'] },
  ),
  dish(
    '1001073',
    t('Taro Balls in Grass Jelly', '芋圓仙草'),
    '6.50',
    'taro-balls',
    t(
      'Chewy taro and sweet potato balls over cool grass jelly.',
      '手工芋圓、地瓜圓Q彈有嚼勁，配清涼仙草凍。',
    ),
    { allergens: ['milk'], diets: ['vegetarian'], groups: [dessertToppings] },
  ),
  dish(
    '1001074',
    t('Pineapple Cake', '土鳳梨酥'),
    '3.05',
    'pineapple-cake',
    t(
      'Short, buttery crust around tart pineapple jam. Take one for the road.',
      '奶香酥皮包酸香土鳳梨餡，外帶一個當伴手。',
    ),
    { allergens: ['gluten', 'milk', 'egg'], diets: ['vegetarian'] },
  ),
]);

export const noodleHouseWok = [wok, seafood, soups, drinks, desserts];
