/**
 * Completes a file's sections with what the menu has: ids, languages and fields that the file leaves out. Entries keep
 * their ids, so that open carts, statistics and sold-out marks stay theirs. An entry is recognised by its id, then by
 * its name: a dish within its section, an option within its group.
 */
import { defaultLanguage } from '#contract/http/headers.ts';
import { readFields } from '#contract/menu-file/cross-mistakes.ts';
import { createTexts } from '#contract/menu-file/localized.ts';
import { writeTree, type MenuTree } from '#contract/menu-file/menu-tree.ts';
import { toPlainText } from '#projections/menu/plain-text.ts';
import type { Fields, Source } from './source.ts';

/** @returns sections in the form of a menu file, in the order of the source */
export function completeMenu(source: Source, tree: MenuTree, createId: () => string): unknown[] {
  const sections = listFields(readFields(writeTree(tree))['categories']);
  const dishes = sections.flatMap(({ products }) => listFields(products));
  const given = source.categories.map(readFields);
  const sectionsOf = matchEntries(given, sections);
  const byId = matchById(
    given.flatMap(({ products }) => listFields(products)),
    dishes,
  );
  return given.map((section, index) => {
    const known = sectionsOf[index];
    const { products } = section;
    const own = listFields(products);
    const inSection = listFields(known?.['products']);
    const dishesOf = matchEntries(own, inSection, byId);
    return {
      ...completeEntry(section, known, createId),
      products: Array.isArray(products)
        ? own.map((dish, at) => completeDish(dish, dishesOf[at], source, createId))
        : products,
    };
  });
}

function completeDish(
  dish: Fields,
  known: Fields | undefined,
  source: Source,
  createId: () => string,
): Fields {
  const { modifierGroups, diets } = dish;
  const whole = completeEntry(dish, known, createId);
  return {
    ...whole,
    ...(Array.isArray(diets) && { diets: completeDiets(diets, known, source) }),
    ...(Array.isArray(modifierGroups) && {
      modifierGroups: completeGroups(modifierGroups, known, source, createId),
    }),
  };
}

/** Keeps the order of the menu if the file names the same diets. */
function completeDiets(
  diets: readonly unknown[],
  known: Fields | undefined,
  { unsayableDiets = [] }: Source,
): unknown[] {
  const before = listTexts(known?.['diets']);
  const next = [...new Set([...diets, ...before.filter((diet) => unsayableDiets.includes(diet))])];
  const isSame = next.length === before.length && before.every((diet) => next.includes(diet));
  return isSame ? before : next;
}

function completeGroups(
  groups: readonly unknown[],
  dish: Fields | undefined,
  { keepsGroups = false }: Source,
  createId: () => string,
): unknown[] {
  const before = listFields(dish?.['modifierGroups']);
  const given = groups.map(readFields);
  const known = matchEntries(given, before);
  const completed = given.map((group, index) => completeGroup(group, known[index], createId));
  if (!keepsGroups) return completed;
  const others = completed.filter((_, index) => known[index] === undefined);
  return [...others, ...before.map((group) => completed[known.indexOf(group)] ?? group)];
}

function completeGroup(group: Fields, known: Fields | undefined, createId: () => string): Fields {
  const { modifiers } = group;
  const whole = completeEntry(group, known, createId);
  if (!Array.isArray(modifiers)) return whole;
  const own = modifiers.map(readFields);
  const options = matchEntries(own, listFields(known?.['modifiers']));
  // A group that lost options cannot keep a limit above them.
  const isAboveAll = group['max'] === undefined && Number(whole['max']) > own.length;
  return {
    min: '0',
    ...whole,
    ...(isAboveAll && { max: undefined }),
    modifiers: own.map((option, at) => completeEntry(option, options[at], createId)),
  };
}

const textFields = ['name', 'description', 'unitLabel'];

/** Adds the known fields, languages and the id. */
function completeEntry(entry: Fields, known: Fields | undefined, createId: () => string): Fields {
  const texts = textFields.filter((field) => entry[field] !== undefined);
  return {
    ...known,
    ...entry,
    ...Object.fromEntries(texts.map((field) => [field, completeText(entry[field], known?.[field])])),
    id: known?.['id'] ?? entry['id'] ?? createId(),
  };
}

/**
 * Completes a text. One without a language stays what it is in all languages if the menu has it in one of them;
 * otherwise it is in the default language, or in all if the menu has one text for all.
 */
function completeText(text: unknown, known: unknown): unknown {
  const before = typeof known === 'string' ? { ...createTexts(known) } : readFields(known);
  if (typeof text !== 'string') return { ...before, ...readFields(text) };
  if (text === '') return text;
  const versions = Object.values(before);
  if (versions.includes(text)) return known;
  return new Set(versions).size < 2 ? text : { ...before, [defaultLanguage]: text };
}

type Matches = readonly (Fields | undefined)[];

/** Finds the known entry of each given one. @param claimed entries that are recognised already */
function matchEntries(
  given: readonly Fields[],
  known: readonly Fields[],
  claimed: ReadonlyMap<Fields, Fields> = matchById(given, known),
): Matches {
  const taken = new Set(claimed.values());
  const ids = new Set(known.map(({ id }) => id));
  const byName = new Map<string, Fields[]>();
  for (const entry of known)
    for (const name of listNames(entry)) byName.set(name, [...(byName.get(name) ?? []), entry]);
  return given.map((entry) => {
    const own = claimed.get(entry);
    if (own) return own;
    // An id that another entry has claimed is a mistake, which the check of the menu names.
    if (ids.has(entry['id'])) return undefined;
    const found = listNames(entry)
      .flatMap((name) => byName.get(name) ?? [])
      .find((each) => !taken.has(each));
    if (found) taken.add(found);
    return found;
  });
}

function matchById(given: readonly Fields[], known: readonly Fields[]): ReadonlyMap<Fields, Fields> {
  const free = new Map(known.map((entry) => [entry['id'], entry]));
  const claimed = new Map<Fields, Fields>();
  for (const entry of given) {
    const found = free.get(entry['id']);
    if (!found) continue;
    claimed.set(entry, found);
    free.delete(entry['id']);
  }
  return claimed;
}

/** The name in each language, as people compare it. */
function listNames({ name }: Fields): string[] {
  const texts = typeof name === 'string' ? [name] : Object.values(readFields(name));
  const plain = texts.flatMap((text) => (typeof text === 'string' ? toPlainText(text.trim()) : []));
  return [...new Set(plain)].filter((text) => text !== '');
}

function listFields(value: unknown): Fields[] {
  return Array.isArray(value) ? value.map(readFields) : [];
}

function listTexts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}
