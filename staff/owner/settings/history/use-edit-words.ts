import { nameLanguage } from '#ui/i18n/language-name.ts';
import { useTranslation } from 'react-i18next';
import type { BillTerm, HouseSettings, HouseTax } from '#contract/calls/house.ts';
import type { HouseChange } from '#contract/calls/house-history.ts';
import { languageCodes, type LanguageCode } from '#contract/http/headers.ts';
import { isNamed } from '#contract/menu-file/edits.ts';
import type { ServedHours } from '#contract/menu-file/hours.ts';
import type { OpeningDate } from '#contract/menu-file/opening.ts';
import type { StaffRole } from '#contract/staff-rights.ts';
import { useLanguage } from '#ui/routes/language.ts';
import { describeHours } from '../../hours-words.ts';
import { toPercent } from '../../../fields/percent.ts';

type HouseEdit = HouseChange['edits'][number];

type Names = HouseChange['names'];

/** Describes changes of the settings for an owner. */
export function useEditWords() {
  const { t } = useTranslation(['house', 'staff']);
  const language = useLanguage();

  const settings = useSettingNames();
  const valueOf = useValueText();
  const nameInLanguage = (field: string, code: LanguageCode | undefined) =>
    code === undefined ? field : t('inLanguage', { field, language: nameLanguage(code, language) });

  const placeOf = ([kind, id = '', field, code]: readonly string[], names: Names): string => {
    const inner = languageCodes.find((each) => each === (kind === 'settings' ? field : code));
    if (kind === 'settings') return nameInLanguage(settings[id as keyof HouseSettings] ?? id, inner);
    const name = names[`${kind}/${id}`]?.[language] ?? '–';
    const whole = t(`history.of.${kind === 'tables' || kind === 'coupons' ? kind : 'people'}`, { name });
    if (field === undefined) return whole;
    const fields: Readonly<Record<string, string>> = {
      name: t('history.field.name'),
      qrcode: t('history.field.qrcode'),
      role: t('people.roles'),
      pin: t('history.field.pin'),
      discount: t('coupons.discount'),
      from: t('coupons.from'),
      atMost: t('coupons.atMost'),
      spans: t('coupons.counts'),
    };
    return t('history.fieldOf', { whole, field: nameInLanguage(fields[field] ?? field, inner) });
  };

  const describeEdit = ({ path, from, to }: HouseEdit, names: Names): string => {
    const [kind, id, field] = path;
    if (kind === 'tableOrder') return t('history.tableOrder');
    if (kind === 'couponOrder') return t('history.couponOrder');
    const place = placeOf(path, names);
    if (kind === 'people' && field === 'pin') return t('history.newPin', { place });
    if (kind !== 'settings' && field === undefined) {
      const came = to !== undefined;
      const role = kind === 'people' && isNamed(to) ? valueOf('role', to['role']) : undefined;
      if (role !== undefined) return t('history.cameAs', { place, role });
      return t(came ? 'history.came' : 'history.went', { place });
    }
    const name = kind === 'settings' ? id : field;
    return t('history.line', { place, from: valueOf(name, from), to: valueOf(name, to) });
  };

  /** One line for each change. A new order is not mentioned if entries were added or removed. */
  const describeEdits = (edits: readonly HouseEdit[], names: Names): string[] => {
    const hasComeOrGone = (kind: string) => edits.some(({ path }) => path[0] === kind && path.length === 2);
    return edits
      .filter(
        ({ path: [kind] }) =>
          !(kind === 'tableOrder' && hasComeOrGone('tables')) &&
          !(kind === 'couponOrder' && hasComeOrGone('coupons')),
      )
      .map((edit) => describeEdit(edit, names));
  };
  return { describeEdits, placeOf };
}

/** The names of the settings that decide what a bill costs. */
export function useTermNames(): Readonly<Record<BillTerm, string>> {
  return useSettingNames();
}

/** The name of each setting, as its field in the form is called. */
function useSettingNames(): Readonly<Record<keyof HouseSettings, string>> {
  const { t } = useTranslation(['house', 'staff']);
  return {
    name: t('names.name'),
    description: t('names.description'),
    themeColor: t('names.colour'),
    cover: t('names.cover'),
    currency: t('staff:fields.currency'),
    decimals: t('money.decimals'),
    taxRate: t('money.tax'),
    taxName: t('money.taxName'),
    taxes: t('taxes.title'),
    taxIncluded: t('taxes.inPrices'),
    serviceTaxed: t('taxes.service'),
    serviceChargeRate: t('money.service'),
    guestMode: t('ordering.guests'),
    orderCodeRequired: t('ordering.code'),
    clearTableCartMinutes: t('ordering.minutes'),
    kitchenTracking: t('ordering.tracking'),
    paidTableMinutes: t('ordering.paidMinutes'),
    lineLimit: t('money.lineLimit'),
    cashCoin: t('money.cashCoin'),
    tips: t('money.tips'),
    paymentPage: t('money.page'),
    taxId: t('receipt.taxId'),
    address: t('receipt.address'),
    receiptFooter: t('receipt.footer'),
    timeZone: t('day.zone'),
    dayEndsAt: t('day.ends'),
    phoneCountry: t('ordering.phoneCountry'),
    guestOrders: t('ordering.guestOrders'),
    waiterLimits: t('limits.title'),
    managerLimits: t('limits.managers'),
    reasons: t('limits.reasons'),
    drawerPerPerson: t('money.drawers'),
    holdCourses: t('ordering.courses'),
    openingHours: t('opening.week'),
    openingDates: t('opening.dates'),
    ordersPerTenMinutes: t('opening.most'),
  };
}

/** Formats the value of a setting, or of a field of a table, coupon or person. */
function useValueText(): (name: string | undefined, value: unknown) => string {
  const { t } = useTranslation(['house', 'staff']);
  const language = useLanguage();
  return (name, value) => {
    if (name === 'timeZone' && value === null) return t('day.serverZone');
    if (name === 'dayEndsAt' && typeof value === 'string') return `${value.padStart(2, '0')}:00`;
    if ((name === 'taxRate' || name === 'serviceChargeRate') && typeof value === 'string')
      return toPercent(value);
    if (name === 'role') return t(`people.role.${value as StaffRole}`);
    if (name === 'spans') return t(value === 'bill' ? 'coupons.spans.bill' : 'coupons.spans.round');
    if (name === 'waiterLimits' || name === 'managerLimits' || name === 'reasons') return listFields(value);
    if (name === 'openingHours') return listHours(value, language);
    if (name === 'openingDates') return listDates(value, t('opening.closed'));
    if (name === 'taxes') return listTaxes(value, language, t('staff:separator'));
    if (name === 'cover' && value !== null) return t('history.yes');
    if (typeof value === 'boolean') return t(value ? 'history.yes' : 'history.no');
    if (Array.isArray(value) && value.length > 0) return value.join(t('staff:separator'));
    const text = isNamed(value) ? value[language] : value;
    return typeof text === 'string' && text !== '' ? text : '–';
  };
}

/** Lists the values of fields that are set, e.g. limits: `10; 20.00`. */
function listFields(value: unknown): string {
  if (typeof value !== 'object' || value === null) return '–';
  const set = Object.values(value).filter((each) => each !== null && String(each) !== '');
  return set.length === 0 ? '–' : set.map(String).join('; ');
}

/** Lists hours: `Mon–Fri 11:00–14:00; Sat, Sun 11:00–22:00`. */
function listHours(value: unknown, language: LanguageCode): string {
  if (!Array.isArray(value) || value.length === 0) return '–';
  return (value as readonly ServedHours[]).map((hours) => describeHours(hours, language)).join('; ');
}

/** Lists dates with their hours: `2026-12-25 closed; 2026-12-31 12:00–18:00`. */
function listDates(value: unknown, closed: string): string {
  if (!Array.isArray(value) || value.length === 0) return '–';
  return (value as readonly OpeningDate[])
    .map(({ date, hours }) => {
      const spans = hours.map(({ from, to }) => `${from}–${to}`);
      return `${date} ${spans.length === 0 ? closed : spans.join(', ')}`;
    })
    .join('; ');
}

/** Lists taxes with their rates, and the rate to go if there is one: `VAT 7%, VAT on drinks 19% / 7%`. */
function listTaxes(value: unknown, language: LanguageCode, separator: string): string {
  if (!Array.isArray(value) || value.length === 0) return '–';
  return (value as readonly HouseTax[])
    .map(({ name, rate, toGoRate }) => {
      const rates = [rate, ...(toGoRate === null ? [] : [toGoRate])].map((each) => `${toPercent(each)}%`);
      return `${name[language]} ${rates.join(' / ')}`;
    })
    .join(separator);
}
