import { getCountries, getCountryCallingCode, isSupportedCountry } from 'libphonenumber-js/min';
import { useMemo } from 'react';
import { useLanguage } from '#ui/routes/language.ts';
import { SelectField } from './SelectField.tsx';

/** Common countries, which are listed first. */
const usual = ['US', 'TW', 'HK', 'SG', 'MY', 'CA', 'AU', 'GB', 'DE', 'JP'] as const;

interface Props {
  readonly label: string;
  readonly value: string;
  onChange(country: string): void;
}

/** Chooses the country of phone numbers, by its name and calling code. */
export function CountryField({ label, value, onChange }: Props) {
  const language = useLanguage();
  const all = useMemo(() => {
    const names = new Intl.DisplayNames(language, { type: 'region' });
    const rest = getCountries()
      .map((code) => ({ code, name: names.of(code) ?? code }))
      .toSorted((a, b) => a.name.localeCompare(b.name, language))
      .map(({ code }) => code);
    return [...new Set<string>([...usual, value, ...rest])].map((code) => ({
      value: code,
      label: `${names.of(code) ?? code}${isSupportedCountry(code) ? ` +${getCountryCallingCode(code)}` : ''}`,
    }));
  }, [language, value]);
  return <SelectField label={label} value={value} options={all} onChange={onChange} />;
}
