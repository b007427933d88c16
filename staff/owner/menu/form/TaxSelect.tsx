import { chooseText } from '#contract/menu-file/localized.ts';
import { useTranslation } from 'react-i18next';
import type { HouseTax } from '#contract/calls/house.ts';
import { findSection, type MenuTree, type TreeDish } from '#contract/menu-file/menu-tree.ts';
import { useLanguage } from '#ui/routes/language.ts';
import { SelectField } from '../../../fields/SelectField.tsx';
import type { FieldError } from '../fields/TextBox.tsx';
import { useRestaurant } from '../restaurant.ts';

interface Props {
  readonly label: string;
  readonly hidesLabel?: boolean;
  /** The id of the chosen tax. Undefined if the inherited one applies. */
  readonly tax: string | undefined;
  /** The id of the tax that applies if none is chosen. Undefined for the restaurant's first. */
  readonly inherited: string | undefined;
  /** The first choice: the inherited tax. @param tax its name and rate */
  inheritedText(tax: string): string;
  readonly error: FieldError | undefined;
  onChange(tax: string | undefined): void;
}

/** Chooses the tax of a section, a dish or an option, if the restaurant has several. */
export function TaxSelect({ tax, inherited, error, onChange, inheritedText, ...field }: Props) {
  const { t } = useTranslation('ownerMenu');
  const { taxes } = useRestaurant();
  const textOf = useTaxText();
  if (taxes.length < 2 && tax === undefined) return null;
  const usual = taxes.find(({ id }) => id === inherited) ?? taxes[0];
  const isGone = tax !== undefined && taxes.every(({ id }) => id !== tax);
  return (
    <SelectField
      {...field}
      value={tax ?? ''}
      options={[
        { value: '', label: inheritedText(usual ? textOf(usual) : t('taxes.none')) },
        ...taxes.map((each) => ({ value: each.id, label: textOf(each) })),
        ...(isGone ? [{ value: tax, label: t('taxes.gone') }] : []),
      ]}
      error={error?.text}
      onChange={(id) => onChange(id === '' ? undefined : id)}
    />
  );
}

/** Returns a function that names a tax with its rates, for example "VAT 19% (7% to go)". */
function useTaxText(): (tax: HouseTax) => string {
  const { t } = useTranslation('ownerMenu');
  const language = useLanguage();
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 4 });
  return ({ name, rate, toGoRate }) => {
    const words = { name: chooseText(name, language), rate: percent.format(Number(rate)) };
    if (toGoRate === null) return t('taxes.one', words);
    return t('taxes.toGo', { ...words, toGo: percent.format(Number(toGoRate)) });
  };
}

/** Returns the id of the tax of a dish, or undefined for the restaurant's first. */
export function findDishTax(tree: MenuTree, { id, tax }: TreeDish): string | undefined {
  return tax ?? findSection(tree, id)?.tax;
}

/** Changes the tax of a section, a dish or an option in a draft. */
export function setTax(of: { tax?: string }, tax: string | undefined): void {
  if (tax === undefined) delete of.tax;
  else of.tax = tax;
}
