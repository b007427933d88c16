import type { DishNeed, Food } from '../menu-filter.ts';

/** The words for something: English words in all their forms, Chinese in both scripts. */
interface Called {
  /** Alternatives of a regular expression, normalised by `plain`, with a space for a hyphen. */
  readonly en: string;
  readonly zh: string;
}

interface Asked extends Called {
  readonly needs: readonly DishNeed[];
}

interface Refused extends Called {
  readonly needs?: readonly DishNeed[];
  readonly avoid?: readonly string[];
  readonly foods?: readonly Food[];
}

/** Words that require something of a dish without a verb. Longer ones come before those that they begin with. */
export const askedFor: readonly Asked[] = [
  {
    needs: ['notSpicy'],
    en: '(?:not|no|without|non|never)(?: (?:too|very|so|any))? (?:spicy|spice|spices|hot|heat|chil[il]i?(?:es|s)?)|unspicy',
    zh: '(?:不能|不要|不想|不敢|不會|不会|不太|不|免|怕|無|无|別|别)(?:吃|加|放|太)?辣椒?',
  },
  {
    needs: ['glutenFree'],
    en: 'gluten ?free|c(?:o?)eliac',
    zh: '(?:無|无|不含|不要|不吃)(?:麩質|麸质|麩|麸)',
  },
  {
    needs: ['vegan', 'noPungentRoots'],
    en: 'buddhist(?: vegan| vegetarian)?',
    zh: '(?:吃)?(?:全素|純素|纯素)(?:食|者)?',
  },
  {
    needs: ['noPungentRoots'],
    en: 'jain|(?:no|without) (?:onions?(?: (?:or|and|no))? garlic|garlic(?: (?:or|and|no))? onions?)',
    zh: '(?:不吃|不要|不含|無|无)(?:五辛|蔥蒜|葱蒜)',
  },
  {
    needs: ['vegan'],
    en: 'vegan(?:s)?|plant ?based',
    zh: '(?:純|纯)?植物性|(?:不含|無|无)蛋奶',
  },
  {
    needs: ['vegetarian'],
    en: 'vegetarians?|veggies?|meat ?(?:less|free)|(?:no|without) meat',
    zh: '(?:吃)?(?:素食|蔬食|奶蛋素|蛋奶素|五辛素)(?:者)?|吃素|素的|(?:不要|不吃|不能吃|無|无)(?:肉類|肉类|葷|荤|肉)(?!\\p{Script=Han})',
  },
  { needs: ['halal'], en: 'halal', zh: '清真' },
];

/** Foods and allergens that people refuse. A word that people use for several kinds stands for all of them. */
export const refused: readonly Refused[] = [
  { foods: ['pork'], en: 'pork|pigs?|bacon|ham|lard', zh: '豬肉|猪肉|豬油|豬|猪' },
  { foods: ['beef'], en: 'beef|cows?', zh: '牛肉|牛(?!奶|乳)' },
  { foods: ['chicken'], en: 'chicken|poultry', zh: '雞肉|鸡肉|雞(?!蛋)|鸡(?!蛋)' },
  { foods: ['lamb'], en: 'lamb|mutton', zh: '羊肉|羊' },
  { avoid: ['gluten'], en: 'gluten|wheat|flour', zh: '麩質|麸质|小麥|小麦|麵粉|面粉' },
  { avoid: ['peanut'], en: 'pea ?nuts?|ground ?nuts?', zh: '花生' },
  { avoid: ['nut'], en: 'tree ?nuts?|almonds?|walnuts?|cashews?|hazelnuts?', zh: '核桃|腰果|杏仁|榛果' },
  // People who cannot eat nuts usually mean peanuts, too.
  { avoid: ['peanut', 'nut'], en: 'nuts?', zh: '堅果類?|坚果类?' },
  { avoid: ['crustacean', 'fish', 'mollusc'], en: 'sea ?food', zh: '海鮮|海鲜' },
  { avoid: ['crustacean', 'mollusc'], en: 'shell ?fish', zh: '有殼海鮮|帶殼海鮮' },
  { avoid: ['crustacean'], en: 'crustaceans?|shrimps?|prawns?|crabs?|lobsters?', zh: '甲殼類?|甲壳类?|蝦子?|虾子?|螃蟹|蟹|龍蝦|龙虾' },
  { avoid: ['mollusc'], en: 'mollus[ck]s?|clams?|oysters?|squids?|octopus|scallops?|mussels?', zh: '貝類|贝类|貝|贝|蛤蜊|蛤|蚵|牡蠣|牡蛎|魷魚|鱿鱼|章魚|章鱼|花枝|干貝' },
  { avoid: ['fish'], en: 'fish', zh: '魚|鱼' },
  { avoid: ['egg'], en: 'eggs?', zh: '雞蛋|鸡蛋|蛋' },
  { avoid: ['soy'], en: 'soy(?: ?beans?)?|soya', zh: '大豆|黃豆|黄豆|豆類' },
  { avoid: ['milk'], en: 'milk|dairy|lactose|cream|butter|cheese', zh: '牛奶|奶類|奶类|奶|乳製品|乳制品|乳糖|起司' },
  { avoid: ['celery'], en: 'celery', zh: '芹菜' },
  { avoid: ['mustard'], en: 'mustard', zh: '芥末' },
  { avoid: ['sesame'], en: 'sesame', zh: '芝麻|麻油' },
  { avoid: ['lupin'], en: 'lupins?|lupines?', zh: '羽扇豆' },
  { avoid: ['sulphite'], en: 'sul(?:ph|f)ites?|sul(?:ph|f)ur dioxide', zh: '亞硫酸鹽|亚硫酸盐|二氧化硫' },
  { avoid: ['mango'], en: 'mango(?:e?s)?', zh: '芒果' },
  { avoid: ['alcohol'], en: 'alcohol|liquor|booze', zh: '酒精|酒' },
]; // prettier-ignore

/**
 * The words by which a declared diet is found. `askedFor` has the words for diets that every dish of a restaurant may
 * have.
 */
export const dietWords: Readonly<Record<string, string>> = {
  vegetarian: 'vegetarian veggie 素食',
  vegan: 'vegan 植物性',
  full: '全素 純素',
  noPungentRoots: 'jain 五辛',
  glutenFree: 'gluten free 無麩質',
  halal: 'halal 清真',
  spicy: 'spicy hot chili 辣 麻辣',
  signature: 'signature popular recommended favorite best 招牌 必點 推薦 人氣',
};

/** Allergens that few restaurants declare. A diner who avoids one does not get dishes that name it, either. */
export const namedAllergens: Readonly<Record<string, readonly string[]>> = { mango: ['mango', '芒果'] };

/** The words by which a declared allergen is found. */
export const allergenWords: Readonly<Record<string, string>> = {
  gluten: 'gluten wheat 麩質',
  crustacean: 'shellfish seafood crustacean 甲殼類 海鮮',
  egg: 'egg 蛋',
  fish: 'fish seafood 魚 海鮮',
  peanut: 'peanut nut 花生',
  soy: 'soy 大豆',
  milk: 'milk dairy 奶類',
  nut: 'nut 堅果',
  celery: 'celery 芹菜',
  mustard: 'mustard 芥末',
  sesame: 'sesame 芝麻',
  mollusc: 'shellfish seafood mollusk 貝類 海鮮',
  lupin: 'lupin 羽扇豆',
  sulphite: 'sulfite sulphite 亞硫酸鹽',
  mango: 'mango 芒果',
  alcohol: 'alcohol 酒精',
};
