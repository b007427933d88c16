/** The usual taxes of restaurants in some countries, for the set-up of a new one. Owners can change them later. */
import type { HouseTax } from '#contract/calls/house.ts';
import type { LanguageCode } from '#contract/http/headers.ts';
import { writeTexts } from '#contract/menu-file/localized.ts';
import { staffNames } from '../staff-names.ts';

/** ISO 3166, or any other country. */
export const countries = ['TW', 'US', 'DE', 'JP', 'other'] as const;
export type Country = (typeof countries)[number];

/** Returns the country that the form offers first: that of the language's code, if its taxes are known. */
export function findUsualCountry(language: LanguageCode): Exclude<Country, 'other'> {
  const known = Object.keys(rulesOf) as Exclude<Country, 'other'>[];
  return known.find((country) => language.endsWith(country)) ?? 'US';
}

interface CountryRules {
  /** ISO 4217 */
  readonly currency: string;
  /** Without them, the owner types a rate: in the USA, each city has its own. */
  readonly taxes?: HouseTax[];
}

// The bill adds up taxes of the same rate. They have one name, which is true for each of them.
const salesTax = writeTexts((language) => staffNames[language].salesTax);
const vat = writeTexts((language) => staffNames[language].vat);
const consumptionTax = writeTexts((language) => staffNames[language].consumptionTax);

/** Countries with a list of taxes have prices that include them. */
export const rulesOf: Readonly<Record<Exclude<Country, 'other'>, CountryRules>> = {
  TW: { currency: 'TWD', taxes: [{ id: 'sales', name: salesTax, rate: '0.05', toGoRate: null }] },
  US: { currency: 'USD' },
  DE: {
    currency: 'EUR',
    taxes: [
      { id: 'food', name: vat, rate: '0.07', toGoRate: null },
      { id: 'drinks', name: vat, rate: '0.19', toGoRate: null },
      { id: 'milk-drinks', name: vat, rate: '0.19', toGoRate: '0.07' },
    ],
  },
  JP: {
    currency: 'JPY',
    taxes: [
      { id: 'food', name: consumptionTax, rate: '0.1', toGoRate: '0.08' },
      { id: 'alcohol', name: consumptionTax, rate: '0.1', toGoRate: null },
    ],
  },
};
