import { foods, noFilter, type DishFilter, type DishNeed } from '../menu-filter.ts';
import { toPlainText } from '../plain-text.ts';
import { askedFor, refused } from './food-words.ts';
import { splitIntoRuns } from './tokens.ts';

/** A search query as it was understood. */
export interface MenuQuery {
  /** Words that a dish must contain, as `splitIntoRuns` returns them. */
  readonly words: readonly string[];
  /** Words that a dish must not contain and that are not part of the filter: "no cilantro". */
  readonly refusedWords: readonly string[];
  /** Conditions that the filter knows: "vegan", "no pork". */
  readonly filter: DishFilter;
}

/** A partly read query. `rest` is the text still to be read. */
interface Reading extends MenuQuery {
  readonly rest: string;
}

/** Words without a meaning for the search. */
const fillers = new Set(
  'a an the and or of with in for to some something anything any i im id my me we want would like have has do you is are there please food foods dish dishes meal meals option options'.split(' '),
); // prettier-ignore
const fillersInChinese =
  /我們|我|想要|想(?=[吃喝點点])|來點|来点|請給|[吃喝點点](?=\p{Script=Han})|[嗎吗呢啊的]|^有|料理|餐點|食物(?=$| )/gu;
const questions = /(?:請問)?(?:有沒有|有没有)/gu;
const joints = /^(?: (?:and|or|nor|no|any)(?= )|[ ,、和跟與与或及]|也不要|也不吃|還有)+/u;

/** Words before something that is refused. */
const leads =
  /(?<![a-z])(?:no|without|w\/o|not|minus|avoid|skip|hold(?: the)?|allergic to|(?:do not|don'?t|can ?not|can'?t|never) (?:eat|want|like|have|do))(?: any| the)? |(?:不要|不想|不能|不敢|不可|不喝|不吃|不加|不含|不放|沒有|没有)(?:有|加|吃|喝|放|含)?|[無无免別别戒]/u;
/** These also begin other words, so they refuse only foods in the list. */
const weakLeads = /^[無无免別别戒]$/u;

/** @param offers whether the restaurant declares such dishes. If not, the word is searched like any other. */
export function readQuery(keyword: string, offers: (need: DishNeed) => boolean): MenuQuery {
  const typed = toPlainText(keyword).replaceAll(/[-–]/g, ' ').replaceAll(questions, ' ').replaceAll(/\s+/g, ' ').trim();
  const whole: Reading = { rest: typed, words: [], refusedWords: [], filter: noFilter };
  const { rest, refusedWords, filter } = readRefusals(readIntolerances(readNeeds(whole, offers)));
  const meant = splitIntoRuns(rest.replaceAll(fillersInChinese, ' ')).filter((word) => !fillers.has(word));
  const saysMore = meant.length + refusedWords.length > 0 || filter !== noFilter;
  return { words: saysMore ? meant : splitIntoRuns(rest), refusedWords, filter };
} // prettier-ignore

function readNeeds(reading: Reading, offers: (need: DishNeed) => boolean): Reading {
  return askedFor.reduce((before, { needs, en, zh }) => {
    const condition = needs.every(offers) ? { needs } : needs[0] === 'glutenFree' && { avoid: ['gluten'] };
    return condition ? takeCondition(before, `(?<![a-z])(?:${en})(?![a-z])|${zh}`, condition) : before;
  }, reading);
}

/** "peanut free", "nut allergy", 花生過敏. */
function readIntolerances(reading: Reading): Reading {
  return refused.reduce(
    (before, each) =>
      takeCondition(
        before,
        `(?<![a-z])(?:${each.en}) (?:free|allerg(?:y|ies|ic))(?![a-z])|[對对]?(?:${each.zh})(?:過敏|过敏|不耐)`,
        each,
      ),
    reading,
  );
}

function takeCondition(reading: Reading, phrase: string, condition: Partial<DishFilter>): Reading {
  const rest = reading.rest.replace(new RegExp(phrase, 'u'), ' ');
  return rest === reading.rest
    ? reading
    : { ...reading, rest, filter: mergeFilters(reading.filter, condition) };
}

/** "no pork or beef", 不要豬肉和牛肉, "no cilantro". */
function readRefusals(reading: Reading): Reading {
  const lead = leads.exec(reading.rest);
  if (!lead) return reading;
  const before = reading.rest.slice(0, lead.index);
  let after = reading.rest.slice(lead.index + lead[0].length);
  let { filter, refusedWords } = reading;
  let one = findFoodAtStart(after);
  if (!one) {
    const word = /^\s*([a-z']+|\p{Script=Han}+?(?=的|[^\p{Script=Han}]|$))/u.exec(after);
    // "no" may be the beginning of "noodles".
    if (!word || weakLeads.test(lead[0])) return reading;
    refusedWords = [...refusedWords, ...splitIntoRuns(word[1]!)];
    after = after.slice(word[0].length);
  }
  while (one) {
    filter = mergeFilters(filter, one.food);
    after = after.slice(one.length);
    const next = after.replace(joints, '');
    one = findFoodAtStart(next);
    if (one) after = next;
  }
  const rest = `${before} ${after.replace(/^的/, '')}`;
  return readRefusals({ ...reading, rest, filter, refusedWords });
}

function findFoodAtStart(text: string): { food: Partial<DishFilter>; length: number } | undefined {
  for (const food of refused) {
    const found = new RegExp(`^(?:(?:${food.en})(?![a-z])|${food.zh})`, 'u').exec(text);
    if (found) return { food, length: found[0].length };
  }
  return undefined;
}

function mergeFilters(
  filter: DishFilter,
  { needs = [], avoid = [], foods: named = [] }: Partial<DishFilter>,
) {
  return {
    needs: [...new Set([...filter.needs, ...needs])],
    avoid: [...new Set([...filter.avoid, ...avoid])],
    foods: foods.filter((food) => named.includes(food) || filter.foods.includes(food)),
  };
}
