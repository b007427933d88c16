import { foods, noFilter, type DishFilter, type DishNeed } from '../menu-filter.ts';
import { plain } from '../plain-text.ts';
import { askedFor, refused } from './food-words.ts';
import { runsOf } from './tokens.ts';

/** What somebody typed, understood. */
export interface Wish {
  /** What a dish has to hold, as of `runsOf`. */
  readonly words: readonly string[];
  /** What a dish may not hold, and no filter knows: "no cilantro". */
  readonly refusedWords: readonly string[];
  /** What the filter knows of it: "vegan", "no pork". */
  readonly filter: DishFilter;
}

/** A part of what was typed, understood; `rest` is what is left to be read. */
interface Reading extends Wish {
  readonly rest: string;
}

/** What is said around the words that count. */
const fillers = new Set(
  'a an the and or of with in for to some something anything any i im id my me we want would like have has do you is are there please food foods dish dishes meal meals option options'.split(' '),
); // prettier-ignore
const fillersInChinese =
  /我們|我|想要|想(?=[吃喝點点])|來點|来点|請給|[吃喝點点](?=\p{Script=Han})|[嗎吗呢啊的]|^有|料理|餐點|食物(?=$| )/gu;
const questions = /(?:請問)?(?:有沒有|有没有)/gu;
const joints = /^(?: (?:and|or|nor|no|any)(?= )|[ ,、和跟與与或及]|也不要|也不吃|還有)+/u;

/** Before what is refused. */
const leads =
  /(?<![a-z])(?:no|without|w\/o|not|minus|avoid|skip|hold(?: the)?|allergic to|(?:do not|don'?t|can ?not|can'?t|never) (?:eat|want|like|have|do))(?: any| the)? |(?:不要|不想|不能|不敢|不可|不喝|不吃|不加|不含|不放|沒有|没有)(?:有|加|吃|喝|放|含)?|[無无免別别戒]/u;
/** Also the beginning of other words: they refuse only what this knows. */
const weakLeads = /^[無无免別别戒]$/u;

/** @param offers whether the restaurant declares such dishes: else the word is one like any other */
export function readQuery(keyword: string, offers: (need: DishNeed) => boolean): Wish {
  const typed = plain(keyword).replaceAll(/[-–]/g, ' ').replaceAll(questions, ' ').replaceAll(/\s+/g, ' ').trim();
  const whole: Reading = { rest: typed, words: [], refusedWords: [], filter: noFilter };
  const { rest, refusedWords, filter } = withoutRefused(dropAfflictions(withoutAsked(whole, offers)));
  const meant = runsOf(rest.replaceAll(fillersInChinese, ' ')).filter((word) => !fillers.has(word));
  const saysMore = meant.length + refusedWords.length > 0 || filter !== noFilter;
  return { words: saysMore ? meant : runsOf(rest), refusedWords, filter };
} // prettier-ignore

function withoutAsked(reading: Reading, offers: (need: DishNeed) => boolean): Reading {
  return askedFor.reduce((before, { needs, en, zh }) => {
    const condition = needs.every(offers) ? { needs } : needs[0] === 'glutenFree' && { avoid: ['gluten'] };
    return condition ? taken(before, `(?<![a-z])(?:${en})(?![a-z])|${zh}`, condition) : before;
  }, reading);
}

/** "peanut free", "nut allergy", 花生過敏. */
function dropAfflictions(reading: Reading): Reading {
  return refused.reduce(
    (before, each) =>
      taken(
        before,
        `(?<![a-z])(?:${each.en}) (?:free|allerg(?:y|ies|ic))(?![a-z])|[對对]?(?:${each.zh})(?:過敏|过敏|不耐)`,
        each,
      ),
    reading,
  );
}

function taken(reading: Reading, phrase: string, condition: Partial<DishFilter>): Reading {
  const rest = reading.rest.replace(new RegExp(phrase, 'u'), ' ');
  return rest === reading.rest ? reading : { ...reading, rest, filter: joined(reading.filter, condition) };
}

/** "no pork or beef", 不要豬肉和牛肉, "no cilantro". */
function withoutRefused(reading: Reading): Reading {
  const lead = leads.exec(reading.rest);
  if (!lead) return reading;
  const before = reading.rest.slice(0, lead.index);
  let after = reading.rest.slice(lead.index + lead[0].length);
  let { filter, refusedWords } = reading;
  let one = foodAtStart(after);
  if (!one) {
    const word = /^\s*([a-z']+|\p{Script=Han}+?(?=的|[^\p{Script=Han}]|$))/u.exec(after);
    // "no" may be the beginning of "noodles".
    if (!word || weakLeads.test(lead[0])) return reading;
    refusedWords = [...refusedWords, ...runsOf(word[1]!)];
    after = after.slice(word[0].length);
  }
  while (one) {
    filter = joined(filter, one.food);
    after = after.slice(one.length);
    const next = after.replace(joints, '');
    one = foodAtStart(next);
    if (one) after = next;
  }
  const rest = `${before} ${after.replace(/^的/, '')}`;
  return withoutRefused({ ...reading, rest, filter, refusedWords });
}

function foodAtStart(text: string): { food: Partial<DishFilter>; length: number } | undefined {
  for (const food of refused) {
    const found = new RegExp(`^(?:(?:${food.en})(?![a-z])|${food.zh})`, 'u').exec(text);
    if (found) return { food, length: found[0].length };
  }
  return undefined;
}

function joined(filter: DishFilter, { needs = [], avoid = [], foods: named = [] }: Partial<DishFilter>) {
  return {
    needs: [...new Set([...filter.needs, ...needs])],
    avoid: [...new Set([...filter.avoid, ...avoid])],
    foods: foods.filter((food) => named.includes(food) || filter.foods.includes(food)),
  };
}
