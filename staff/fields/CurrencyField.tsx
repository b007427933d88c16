import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '#ui/routes/language.ts';
import { SelectField } from './SelectField.tsx';

/** Common currencies, which are listed first. */
const usual = ['USD', 'TWD', 'HKD', 'SGD', 'MYR', 'CAD', 'AUD', 'GBP', 'EUR', 'JPY'];

interface Props {
  readonly value: string;
  onChange(currency: string): void;
}

/** Chooses from all currencies that the browser knows, by their names. */
export function CurrencyField({ value, onChange }: Props) {
  const { t } = useTranslation('staff');
  const language = useLanguage();
  const all = useMemo(() => {
    const names = new Intl.DisplayNames(language, { type: 'currency' });
    const known = Intl.supportedValuesOf('currency');
    return [...new Set([...usual, value, ...known])].map((code) => ({
      value: code,
      label: `${code} · ${names.of(code) ?? code}`,
    }));
  }, [language, value]);
  return <SelectField label={t('fields.currency')} value={value} options={all} onChange={onChange} />;
}
