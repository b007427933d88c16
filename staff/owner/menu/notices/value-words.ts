import { nameLanguage } from '#ui/i18n/language-name.ts';
import { chooseText } from '#contract/menu-file/localized.ts';
import type { Conflict } from '../draft/conflicts.ts';
import type { Localized } from '#contract/menu-file/whole-merchant.ts';
import { useTranslation } from 'react-i18next';
import { languageCodes, type LanguageCode } from '#contract/http/headers.ts';
import { decimal } from '#contract/fields.ts';
import { formatMoney } from '#projections/bill/format-money.ts';
import { useDraft } from '../draft/draft-context.ts';
import type { ServedHours } from '#contract/menu-file/hours.ts';
import { describeHours } from '../../hours-words.ts';
import { useRestaurant } from '../restaurant.ts';

interface ConflictWords {
  /** For example "Beef noodles: price". */
  readonly place: string;
  readonly mine: string;
  readonly theirs: string;
}

/** Describes a value of the draft for an owner. */
export function useValueWords(): (conflict: Conflict, language: LanguageCode) => ConflictWords {
  const { t } = useTranslation(['ownerMenu', 'staff']);
  const { tree } = useDraft();
  const { currency, taxes } = useRestaurant();
  return ({ path, mine, theirs }, language) => {
    const [kind = '', id = '', field, spoken] = path;
    const nameIn = (value: unknown) => {
      const { name } = (value ?? {}) as { name?: Localized };
      return name && chooseText(name, language);
    };
    const current = kind === 'dishes' ? tree.dishes[id] : tree.sections[id];
    const name =
      nameIn(mine) ||
      nameIn(theirs) ||
      nameIn(current) ||
      t(kind === 'dishes' ? 'dish.unnamed' : 'section.unnamed');
    const describeValue = (value: unknown): string => {
      if (value === undefined || value === '')
        return t(field === undefined ? 'conflict.removed' : 'conflict.empty');
      if (field === undefined) return t('conflict.kept');
      if (field === 'tax') return taxes.find(({ id }) => id === value)?.name[language] ?? t('taxes.gone');
      if (typeof value === 'string')
        return field === 'price' && decimal.test(value) ? formatMoney(value, currency, language) : value;
      if (typeof value === 'number') return String(value);
      if (typeof value === 'boolean') return t(value ? 'conflict.yes' : 'conflict.no');
      if (Array.isArray(value))
        return value
          .map((each: unknown) =>
            typeof each === 'string'
              ? each
              : field === 'served'
                ? describeHours(each as ServedHours, language)
                : (nameIn(each) ?? ''),
          )
          .join(t('staff:separator'));
      return t('conflict.kept');
    };
    const spokenIn = languageCodes.find((each) => each === spoken);
    const place = [
      ...(field === undefined ? [] : [t(`conflict.field.${toFieldKey(field)}`)]),
      ...(spokenIn ? [nameLanguage(spokenIn, language)] : []),
    ].join(t('staff:separator'));
    return {
      place: place ? t('conflict.place', { name, place }) : name,
      mine: describeValue(mine),
      theirs: describeValue(theirs),
    };
  };
}

const known = [
  'name',
  'description',
  'price',
  'picture',
  'modifierGroups',
  'station',
  'tax',
  'course',
  'served',
  'unitLabel',
] as const;

function toFieldKey(field: string): (typeof known)[number] | 'other' {
  return known.find((each) => each === field) ?? 'other';
}
