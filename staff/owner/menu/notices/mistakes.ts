import { languageTag } from '#contract/menu-file/localized.ts';
import { isSame } from '#contract/menu-file/edits.ts';
import type { TreeSection, TreeDish } from '#contract/menu-file/menu-tree.ts';
import { useTranslation } from 'react-i18next';
import type { OwnerMenuTexts } from '#locales/texts.ts';
import type { Mistake, MistakeCode } from '#contract/menu-file/mistake.ts';
import { findDishMistakes, findSectionMistakes } from '../draft/dish-mistakes.ts';
import type { FieldError } from '../fields/TextBox.tsx';
import { useDraft } from '../draft/draft-context.ts';

/**
 * Finds the mistake of a field by its path below the dish or section. With `within`, also mistakes of nested values.
 */
export type MistakeAt = (path: Mistake['path'], within?: 'within') => FieldError | undefined;

/** The mistakes of a dish or section by field, in the page's language. */
export function useMistakes(of: TreeDish | TreeSection): MistakeAt {
  const { t } = useTranslation('ownerMenu');
  const { rules } = useDraft();
  const mistakes = 'price' in of ? findDishMistakes(of, rules) : findSectionMistakes(of, rules);
  return (path, within) => {
    const found = mistakes.find((each) => {
      const rest = each.path.slice(path.length);
      const isBelow = isSame(each.path.slice(0, path.length), path);
      // A text in two languages is one field, and a list of names too.
      return isBelow && (within !== undefined || rest.length === 0 || isPartOfField(rest));
    });
    if (!found) return undefined;
    const kind = kinds[found.code] ?? 'other';
    return { text: t(`mistake.${kind}`, { ...noValues, ...found.values }), isMissing: kind === 'missing' };
  };
}

function isPartOfField(rest: Mistake['path']): boolean {
  return rest.length === 1 && (typeof rest[0] === 'number' || languageTag.test(rest[0] ?? ''));
}

/** Defaults for all values that the texts may contain. */
const noValues = { most: '', least: '', max: '', all: '', available: '', value: '' };

/** The form prevents most mistakes that a menu file can have. These remain. */
const kinds: Partial<Record<MistakeCode, MistakeKind>> = {
  empty: 'missing',
  missing: 'missing',
  weightWithoutUnit: 'missing',
  tooLong: 'tooLong',
  tooMany: 'tooMany',
  twice: 'twice',
  aliasTwice: 'twice',
  noTime: 'missing',
  noTimeBetween: 'noTimeBetween',
  hoursCross: 'hoursCross',
  noCharacters: 'noCharacters',
  noAmount: 'noAmount',
  tooFine: 'tooFine',
  noWhole: 'noWhole',
  minAboveMax: 'minAboveMax',
  maxAboveAll: 'maxAboveAll',
  minAboveAvailable: 'minAboveAvailable',
  tooManyDefaults: 'tooManyDefaults',
  noTax: 'noTax',
  noTaxes: 'noTax',
};

type MistakeKind = Exclude<keyof OwnerMenuTexts['mistake'], 'other'>;
