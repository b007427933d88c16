/** The taxes of the settings form. Pure. */
import { nanoid } from 'nanoid';
import type { HouseSettings, HouseTax } from '#contract/calls/house.ts';
import { compareAmounts, zero } from '#projections/bill/money.ts';
import { toFraction, toPercent } from '../../../fields/percent.ts';
import { createTexts } from '#contract/menu-file/localized.ts';

/** A tax as it is typed: rates in percent, and an empty rate to go for the same one. */
export interface TaxInput {
  readonly id: string;
  readonly name: HouseTax['name'];
  readonly rate: string;
  readonly toGo: string;
}

type TaxSettings = Pick<HouseSettings, 'taxes' | 'taxRate' | 'taxName'>;

/** The id in the form of a tax that is not in a list. */
const onlyTaxId = 'tax';

/** Returns the taxes for the form. A restaurant without a list has one tax, or none if its rate is 0. */
export function toTaxInputs({ taxes, taxRate, taxName }: TaxSettings): readonly TaxInput[] {
  if (taxes.length > 0)
    return taxes.map(({ id, name, rate, toGoRate }) => ({
      id,
      name,
      rate: toPercent(rate),
      toGo: toGoRate === null ? '' : toPercent(toGoRate),
    }));
  if (compareAmounts(taxRate, zero) === 0) return [];
  return [{ id: onlyTaxId, name: taxName, rate: toPercent(taxRate), toGo: '' }];
}

/**
 * Converts the form's taxes into settings. One tax without a list stays outside of one, so that a menu file keeps its
 * short form.
 * @param saved the settings that the form shows, without the input
 */
export function readTaxInputs(inputs: readonly TaxInput[], saved: TaxSettings): TaxSettings {
  const { taxName } = saved;
  const [first, ...others] = inputs;
  if (!first) return { taxes: [], taxRate: '0', taxName };
  if (saved.taxes.length === 0 && others.length === 0 && first.toGo.trim() === '')
    return { taxes: [], taxRate: toFraction(first.rate), taxName: first.name };
  const { taxRate } = saved;
  return {
    taxes: inputs.map(({ id, name, rate, toGo }) => ({
      id,
      name,
      rate: toFraction(rate),
      toGoRate: toGo.trim() === '' ? null : toFraction(toGo),
    })),
    taxRate,
    taxName,
  };
}

export function createTaxInput(): TaxInput {
  return { id: nanoid(10), name: createTexts(), rate: '', toGo: '' };
}

export function isOfTaxes(path: string): boolean {
  return /^merchant\.tax(es|Rate|Name)\b/.test(path);
}

export type TaxField = 'name' | 'rate' | 'toGo';

const fieldNames: Readonly<Record<string, TaxField>> = { name: 'name', rate: 'rate', toGoRate: 'toGo' };

/**
 * Finds the field of a mistake by its path in the menu file, such as `merchant.taxes[1].rate`. The only tax of a
 * restaurant is `merchant.taxRate` there. Undefined for the list as a whole, and for other settings.
 */
export function findTaxField(path: string): { readonly at: number; readonly field: TaxField } | undefined {
  if (path === 'merchant.taxRate') return { at: 0, field: 'rate' };
  if (/^merchant\.taxName\b/.test(path)) return { at: 0, field: 'name' };
  const [, at, name = ''] = /^merchant\.taxes\[(\d+)\]\.(\w+)/.exec(path) ?? [];
  const field = fieldNames[name];
  return at === undefined || !field ? undefined : { at: Number(at), field };
}
