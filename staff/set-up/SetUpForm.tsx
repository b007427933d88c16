import { useMutation } from '@tanstack/react-query';
import { useState, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { codes } from '#contract/codes.ts';
import { mostTablesAtOnce, setUpRestaurant } from '#contract/calls/set-up.ts';
import type { StaffIdentity } from '#contract/calls/staff.ts';
import { ApiError } from '#client/api/api-error.ts';
import { request } from '#client/api/call/request.ts';
import { useLanguage } from '#ui/routes/language.ts';
import { defaultMerchantColour } from '#ui/theme/theme.ts';
import { Button } from '#ui/controls/Button.tsx';
import { TextField } from '#ui/controls/TextField.tsx';
import { Banner } from '#ui/feedback/Banner.tsx';
import { Tick } from '#ui/controls/TickPills.tsx';
import { Small, Stack } from '#ui/primitives.tsx';
import { ColourField } from '../fields/ColourField.tsx';
import { CurrencyField } from '../fields/CurrencyField.tsx';
import { FieldGroup } from '../fields/FieldGroup.tsx';
import { SelectField } from '../fields/SelectField.tsx';
import { isTooEasy, NameField, PinField } from '../fields/PersonFields.tsx';
import { toFraction } from '../fields/percent.ts';
import { countries, rulesOf, findUsualCountry, type Country } from './tax-rules.ts';
import { describeLoginFailure, loginRetry } from '../login/login-failure.ts';

const usualTables = '8';

const checkedFields = ['name', 'themeColor', 'taxRate', 'taxName', 'tables'] as const;

/** The form that creates a restaurant: its name, currency, colour, tax, tables and owner. */
export function SetUpForm({ code, onMade }: { code: string; onMade(staff: StaffIdentity): void }) {
  const { t } = useTranslation('setUp');
  const language = useLanguage();
  const [restaurant, setRestaurant] = useState<RestaurantInput>({
    name: '',
    country: findUsualCountry(language),
    currency: rulesOf[findUsualCountry(language)].currency,
    themeColor: defaultMerchantColour,
    tax: '0',
    taxName: '',
    taxIncluded: false,
  });
  const put = (change: Partial<RestaurantInput>) => setRestaurant((now) => ({ ...now, ...change }));
  const [person, setPerson] = useState('');
  const [pin, setPin] = useState('');
  const [tables, setTables] = useState(usualTables);
  const make = useMutation({
    mutationFn: ({ country, tax, taxIncluded, ...input }: RestaurantInput) => {
      const taxes = findTaxes(country);
      return request(setUpRestaurant, {
        body: {
          code,
          ...input,
          taxRate: taxes ? '0' : toFraction(tax),
          ...(taxes && { taxes }),
          taxIncluded: taxes !== undefined || (country === 'other' && taxIncluded),
          ...(country !== 'other' && { phoneCountry: country }),
          timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
          owner: { name: person, pin },
          tables: Number(tables),
        },
        language,
      });
    },
    onSuccess: onMade,
    ...loginRetry,
  });
  const wrongField = make.error ? findRefusedField(make.error) : undefined;
  const describeMistake = (field: (typeof checkedFields)[number]) =>
    wrongField === field ? t(`wrong.${field}`) : undefined;
  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (!isTooEasy(pin)) make.mutate(restaurant);
  };
  return (
    <form onSubmit={handleSubmit}>
      <Stack $gap="xxl">
        <RestaurantFields fields={restaurant} put={put} wrong={describeMistake} />
        <FieldGroup title={t('owner')}>
          <NameField
            label={t('person')}
            hint={t('personHint')}
            value={person}
            onChange={setPerson}
            autoComplete="name"
          />
          <PinField label={t('pin')} hint={t('pinHint')} value={pin} onChange={setPin} required />
        </FieldGroup>
        <FieldGroup title={t('tables')}>
          <TextField
            label={t('tableCount')}
            hint={t('tableHint')}
            type="number"
            min={0}
            max={mostTablesAtOnce}
            value={tables}
            onChange={({ target }) => setTables(target.value)}
            required
            error={describeMistake('tables')}
          />
        </FieldGroup>
        {make.error && wrongField === undefined && <Problem error={make.error} />}
        <Button type="submit" wide busy={make.isPending}>
          {t('open')}
        </Button>
      </Stack>
    </form>
  );
}

/** The taxes of a country. Undefined if the owner types the rate. */
function findTaxes(country: Country) {
  return country === 'other' ? undefined : rulesOf[country].taxes;
}

/** The restaurant as it is typed; `tax` in percent. */
interface RestaurantInput {
  readonly name: string;
  readonly country: Country;
  readonly currency: string;
  readonly themeColor: string;
  readonly tax: string;
  readonly taxName: string;
  readonly taxIncluded: boolean;
}

interface FieldsProps {
  readonly fields: RestaurantInput;
  readonly put: (change: Partial<RestaurantInput>) => void;
  /** The error message of a field that the server refused. */
  readonly wrong: (field: 'name' | 'taxRate' | 'taxName') => string | undefined;
}

function RestaurantFields({ fields, put, wrong }: FieldsProps) {
  const { t } = useTranslation('setUp');
  const { name, currency, themeColor } = fields;
  return (
    <FieldGroup title={t('restaurant')}>
      <NameField
        label={t('name')}
        hint={t('nameHint')}
        value={name}
        onChange={(next) => put({ name: next })}
        maxLength={undefined}
        autoComplete="organization"
        error={wrong('name')}
      />
      <CountryField
        value={fields.country}
        onChange={(country) =>
          put({ country, ...(country !== 'other' && { currency: rulesOf[country].currency }) })
        }
      />
      <CurrencyField value={currency} onChange={(next) => put({ currency: next })} />
      <TaxFields fields={fields} put={put} wrong={wrong} />
      <ColourField
        label={t('colour')}
        hint={t('colourHint')}
        value={themeColor}
        onChange={(next) => put({ themeColor: next })}
      />
    </FieldGroup>
  );
}

function CountryField({ value, onChange }: { value: Country; onChange(country: Country): void }) {
  const { t } = useTranslation('setUp');
  const names = new Intl.DisplayNames(useLanguage(), { type: 'region' });
  const options = countries.map((country) => ({
    value: country,
    label: country === 'other' ? t('otherCountry') : (names.of(country) ?? country),
  }));
  return (
    <SelectField
      label={t('country')}
      value={value}
      options={options}
      onChange={(next) => onChange(countries.find((country) => country === next) ?? 'other')}
    />
  );
}

/** The tax rules of the country, or fields for the rate. */
function TaxFields({ fields: { country, tax, taxName, taxIncluded }, put, wrong }: FieldsProps) {
  const { t } = useTranslation('setUp');
  if (country !== 'other' && country !== 'US')
    return (
      <div>
        <p>{t(`rules.${country}`)}</p>
        <Small>{t('rulesHint')}</Small>
      </div>
    );
  return (
    <>
      <TextField
        label={t('tax')}
        hint={t(country === 'US' ? 'taxHint' : 'taxHintOther')}
        inputMode="decimal"
        value={tax}
        onChange={({ target }) => put({ tax: target.value })}
        required
        error={wrong('taxRate')}
      />
      {tax.trim() !== '0' && (
        <TextField
          label={t('taxName')}
          value={taxName}
          onChange={({ target }) => put({ taxName: target.value })}
          error={wrong('taxName')}
        />
      )}
      {country === 'other' && tax.trim() !== '0' && (
        <Tick checked={taxIncluded} onChange={(next) => put({ taxIncluded: next })}>
          {t('taxIncluded')}
        </Tick>
      )}
    </>
  );
}

/** Why the restaurant could not be created, if no field is to blame. */
function Problem({ error }: { error: Error }) {
  const { t } = useTranslation('setUp');
  const { failure } = error instanceof ApiError ? error : {};
  const kind = describeLoginFailure(error);
  const other = failure?.kind === 'refused' ? t('wrong.other', { msg: failure.msg }) : t('failed');
  return (
    <Banner tone="danger">{kind === 'wrong' ? t('wrongCode') : kind === 'slow' ? t('slow') : other}</Banner>
  );
}

/** Finds the field that the server refused. */
function findRefusedField(error: Error): (typeof checkedFields)[number] | undefined {
  const failure = error instanceof ApiError && error.failure.kind === 'refused' ? error.failure : undefined;
  if (failure?.code !== codes.badRequest) return undefined;
  const { path = '' } = (failure.data ?? {}) as { path?: string };
  return checkedFields.find((field) => path === `body.${field}`);
}
