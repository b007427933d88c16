/**
 * Searches and the dishes that must come first. They were written before the search was tuned. Dishes have their names
 * of the English menu, whichever language the diner reads.
 */
export interface Query {
  /** The restaurant: `lantern` (1001), `ember` (1002) or `slow` (1003). */
  readonly menu: 'lantern' | 'ember' | 'slow';
  /** The language of the menu that the diner reads. */
  readonly language: 'en-US' | 'zh-TW';
  readonly typed: string;
  /** The first dishes, in any order among themselves. */
  readonly first: readonly string[];
  /** Filter conditions that the page offers above the dishes. */
  readonly offered?: readonly string[];
  /** Dishes that must not be found. */
  readonly never?: readonly string[];
}

const beef = 'Braised Beef Noodle Soup';
const bubble = 'Bubble Milk Tea';
const xiao = 'Xiao Long Bao';
const lager = 'Draft Lager';
const mushroom = 'Mushroom Broth Noodles';
const cucumber = 'Smashed Cucumber';
const porkRice = 'Braised Pork Rice';
const withPork = [
  xiao, porkRice, 'Zhajiang Noodles', 'Danzai Noodles', 'Gua Bao', 'Pork Blood Cake', 'Mapo Tofu',
  'Blanched Sweet Potato Leaves', 'Braised Pig Ear', 'Fish Ball Soup',
] as const; // prettier-ignore
const withPeanuts = [
  'Dan Dan Noodles',
  'Sesame Noodles',
  'Kung Pao Chicken',
  'Gua Bao',
  'Tofu Pudding',
] as const;
const withBeef = [beef, 'Tomato Beef Noodle Soup', 'Beef with Scallions', 'Braised Beef Shank'] as const;
const spicy = [beef, 'Dan Dan Noodles', 'Mapo Tofu', 'Kung Pao Chicken', 'Hot and Sour Soup'] as const;

const en = 'en-US';
const zh = 'zh-TW';

// prettier-ignore
export const queries: readonly Query[] = [
  // Diets: the restaurant's declarations count, not the words of a description.
  { menu: 'lantern', language: en, typed: 'vegan', first: [mushroom], offered: ['vegan'], never: ['Blanched Sweet Potato Leaves', 'Sesame Noodles'] },
  { menu: 'lantern', language: en, typed: 'Vegan food', first: [mushroom], offered: ['vegan'] },
  { menu: 'lantern', language: en, typed: 'vegetarian', first: [mushroom], offered: ['vegetarian'], never: [beef, 'Steamed Sea Bass'] },
  { menu: 'lantern', language: en, typed: 'gluten free', first: [cucumber], offered: ['glutenFree'], never: [beef] },
  { menu: 'lantern', language: en, typed: 'gluten-free soup', first: ['Sesame Oil Chicken Soup', 'Pork Rib and Radish Soup'], offered: ['glutenFree'] },
  { menu: 'lantern', language: en, typed: 'vegan noodles', first: [mushroom, 'Scallion Oil Noodles'], offered: ['vegan'], never: [beef, 'Sesame Noodles'] },
  { menu: 'lantern', language: en, typed: 'spicy noodles', first: [beef], never: ['Tomato Beef Noodle Soup'] },
  { menu: 'lantern', language: zh, typed: '全素', first: [mushroom], offered: ['vegan', 'noPungentRoots'], never: ['Blanched Sweet Potato Leaves', 'Scallion Oil Noodles'] },
  { menu: 'lantern', language: zh, typed: '不吃五辛', first: [mushroom], offered: ['noPungentRoots'], never: ['Scallion Oil Noodles'] },
  { menu: 'lantern', language: zh, typed: '植物性', first: [mushroom], offered: ['vegan'], never: ['Sesame Noodles'] },
  { menu: 'lantern', language: zh, typed: '有素食嗎', first: [mushroom], offered: ['vegetarian'], never: [beef] },
  { menu: 'lantern', language: zh, typed: '無麩質', first: [cucumber], offered: ['glutenFree'], never: [beef] },
  { menu: 'ember', language: en, typed: 'vegan', first: ['Sea Salt Edamame'], offered: ['vegan'], never: ['Wagyu Rump'] },
  { menu: 'slow', language: zh, typed: '吃素', first: ['High Mountain Oolong'], offered: ['vegetarian'], never: ['Tea-Smoked Chicken Rice'] },

  // Foods that the diner does not eat.
  { menu: 'lantern', language: en, typed: 'no pork', first: [beef], offered: ['pork'], never: withPork },
  { menu: 'lantern', language: en, typed: 'without peanuts', first: [beef], offered: ['peanut'], never: withPeanuts },
  { menu: 'lantern', language: en, typed: 'noodles without peanuts', first: [beef], offered: ['peanut'], never: withPeanuts },
  { menu: 'lantern', language: en, typed: 'peanut allergy', first: [beef], offered: ['peanut'], never: withPeanuts },
  { menu: 'lantern', language: en, typed: 'dairy free', first: [beef], offered: ['milk'], never: [bubble, 'Mango Shaved Ice'] },
  { menu: 'lantern', language: en, typed: 'not spicy', first: ['Clear-Broth Beef Noodles'], offered: ['notSpicy'], never: spicy },
  { menu: 'lantern', language: zh, typed: '不要豬肉', first: [beef], offered: ['pork'], never: withPork },
  { menu: 'lantern', language: zh, typed: '不吃辣', first: ['Clear-Broth Beef Noodles'], offered: ['notSpicy'], never: spicy },
  { menu: 'lantern', language: zh, typed: '不吃牛', first: ['Danzai Noodles'], offered: ['beef'], never: withBeef },
  { menu: 'lantern', language: zh, typed: '不要花生的麵', first: [beef], offered: ['peanut'], never: withPeanuts },
  { menu: 'lantern', language: zh, typed: '海鮮過敏', first: [beef], offered: ['crustacean', 'fish', 'mollusc'], never: ['Steamed Sea Bass', 'Oyster Vermicelli'] },
  { menu: 'ember', language: en, typed: 'no alcohol', first: ['Chef’s Sashimi Selection'], offered: ['alcohol'], never: ['Junmai Sake', 'Cold Draft Beer'] },
  { menu: 'lantern', language: en, typed: 'no cilantro', first: [beef], never: ['Pork Blood Cake', 'Pork Rib and Radish Soup'] },

  // Dishes by their name, by a word that the menu does not have, and while the diner types.
  { menu: 'lantern', language: en, typed: 'tea', first: [bubble, 'Passion Fruit Green Tea'], never: ['Steamed Sea Bass'] },
  { menu: 'lantern', language: en, typed: 'beer', first: [lager] },
  { menu: 'lantern', language: en, typed: 'noodles', first: [beef] },
  { menu: 'lantern', language: en, typed: 'nood', first: [beef] },
  { menu: 'lantern', language: en, typed: 'beef noodle', first: [beef], never: ['Sesame Noodles', 'Scallion Oil Noodles'] },
  { menu: 'slow', language: en, typed: 'oat milk', first: ['Roasted Oolong Latte', 'Matcha with Milk'] },
  { menu: 'lantern', language: en, typed: 'beef noodle soup', first: [beef, 'Tomato Beef Noodle Soup'] },
  { menu: 'lantern', language: en, typed: 'dumpling', first: [xiao, 'Crab Roe Soup Dumplings', 'Pork and Cabbage Dumplings'] },
  { menu: 'lantern', language: en, typed: 'soup dumplings', first: [xiao, 'Crab Roe Soup Dumplings'] },
  { menu: 'lantern', language: en, typed: 'fried chicken', first: ['Night-Market Fried Chicken'] },
  { menu: 'lantern', language: en, typed: 'peanuts', first: ['Peanuts and Dried Anchovies'] },
  { menu: 'lantern', language: en, typed: 'seafood', first: ['Steamed Sea Bass'] },
  { menu: 'lantern', language: en, typed: 'boba', first: [bubble] },
  { menu: 'lantern', language: en, typed: 'drinks', first: [bubble] },
  { menu: 'lantern', language: en, typed: 'dessert', first: ['Mango Shaved Ice'] },
  { menu: 'lantern', language: en, typed: 'oyster omelette', first: ['Crisp-Bottomed Oyster Omelet'] },
  { menu: 'ember', language: en, typed: 'beer', first: ['Cold Draft Beer'] },
  { menu: 'ember', language: en, typed: 'ramen', first: ['Tonkotsu Ramen', 'Spicy Miso Ramen'] },
  { menu: 'ember', language: en, typed: 'fried chicken', first: ['Karaage'] },
  { menu: 'ember', language: en, typed: 'cake', first: ['Strawberry Shortcake'] },
  { menu: 'slow', language: en, typed: 'tea', first: ['High Mountain Oolong'], never: ['Pineapple Shortcake'] },
  { menu: 'slow', language: en, typed: 'oolong', first: ['High Mountain Oolong', 'Oriental Beauty', 'Roasted Oolong Latte', 'Honey Lemon Oolong'] },
  { menu: 'slow', language: en, typed: 'caffeine free', first: ['Chrysanthemum and Goji'] },

  // A typing mistake.
  { menu: 'lantern', language: en, typed: 'dumplng', first: [xiao, 'Crab Roe Soup Dumplings', 'Pork and Cabbage Dumplings'] },
  { menu: 'lantern', language: en, typed: 'chikcen', first: ['Night-Market Fried Chicken'] },
  { menu: 'lantern', language: en, typed: 'tomatos', first: ['Tomato and Egg', 'Tomato Beef Noodle Soup'] },
  { menu: 'ember', language: en, typed: 'sashmi', first: ['Chef’s Sashimi Selection'] },

  // Chinese, also in simplified characters and in frequent misspellings.
  { menu: 'lantern', language: zh, typed: '牛肉麵', first: [beef] },
  { menu: 'lantern', language: zh, typed: '牛肉面', first: [beef] },
  { menu: 'lantern', language: zh, typed: '麵 辣', first: [beef], never: ['Tomato Beef Noodle Soup'] },
  { menu: 'lantern', language: zh, typed: '我想吃麵', first: [beef] },
  { menu: 'lantern', language: zh, typed: '小籠包', first: [xiao] },
  { menu: 'lantern', language: zh, typed: '小笼包', first: [xiao] },
  { menu: 'lantern', language: zh, typed: '魯肉飯', first: [porkRice] },
  { menu: 'lantern', language: zh, typed: '啤酒', first: [lager] },
  { menu: 'lantern', language: zh, typed: '飲料', first: [bubble] },
  { menu: 'lantern', language: zh, typed: '珍奶', first: [bubble] },
  { menu: 'lantern', language: zh, typed: '水餃', first: ['Pork and Cabbage Dumplings'] },
  { menu: 'ember', language: zh, typed: '拉麵', first: ['Tonkotsu Ramen', 'Spicy Miso Ramen'] },
  { menu: 'slow', language: zh, typed: '茶', first: ['High Mountain Oolong'] },

  // By sound: pinyin, whole, in words, with tones or by initials; bopomofo with tones or without, whole or begun.
  { menu: 'lantern', language: zh, typed: 'niuroumian', first: [beef] },
  { menu: 'lantern', language: en, typed: 'niu rou mian', first: [beef] },
  { menu: 'lantern', language: zh, typed: 'niú ròu miàn', first: [beef] },
  { menu: 'lantern', language: zh, typed: 'nrm', first: [beef] },
  { menu: 'lantern', language: en, typed: 'xiaolongbao', first: [xiao] },
  { menu: 'lantern', language: en, typed: 'zhenzhu naicha', first: [bubble] },
  { menu: 'lantern', language: en, typed: 'lu rou fan', first: [porkRice] },
  { menu: 'ember', language: zh, typed: 'la mian', first: ['Tonkotsu Ramen', 'Spicy Miso Ramen'] },
  { menu: 'lantern', language: zh, typed: 'ㄋㄧㄡˊㄖㄡˋㄇㄧㄢˋ', first: [beef] },
  { menu: 'lantern', language: zh, typed: 'ㄋㄧㄡㄖㄡㄇㄧㄢ', first: [beef] },
  { menu: 'lantern', language: zh, typed: 'ㄋㄖㄇ', first: [beef] },
  { menu: 'lantern', language: zh, typed: 'ㄌㄨˇㄖㄡˋㄈ', first: [porkRice] },
  { menu: 'lantern', language: zh, typed: 'ㄒㄧㄠˇㄌㄨㄥˊㄅㄠ', first: [xiao] },
  { menu: 'slow', language: zh, typed: 'ㄨㄌㄨㄥˊ', first: ['High Mountain Oolong', 'Oriental Beauty', 'Roasted Oolong Latte', 'Honey Lemon Oolong'] },
];
