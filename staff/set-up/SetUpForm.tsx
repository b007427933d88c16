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
import { Stack } from '#ui/primitives.tsx';
import { ColourField } from '../fields/ColourField.tsx';
import { CurrencyField } from '../fields/CurrencyField.tsx';
import { FieldGroup } from '../fields/FieldGroup.tsx';
import { isTooEasy, NameField, PinField } from '../fields/PersonFields.tsx';
import { fractionOf } from '../fields/percent.ts';
import { failureOf, loginRetry } from '../login/login-failure.ts';

/** The default currency for each language. */
const usualCurrency = { 'en-US': 'USD', 'zh-TW': 'TWD' } as const;
const usualTables = '8';

const checkedFields = ['name', 'themeColor', 'taxRate', 'taxName', 'tables'] as const;

/** The form that creates a restaurant: its name, currency, colour, tax, tables and owner. */
export function SetUpForm({ code, onMade }: { code: string; onMade(staff: StaffIdentity): void }) {
  const { t } = useTranslation('setUp');
  const language = useLanguage();
  const [restaurant, setRestaurant] = useState<RestaurantInput>({
    name: '',
    currency: usualCurrency[language],
    themeColor: defaultMerchantColour,
    tax: '0',
    taxName: '',
  });
  const put = (change: Partial<RestaurantInput>) => setRestaurant((now) => ({ ...now, ...change }));
  const [person, setPerson] = useState('');
  const [pin, setPin] = useState('');
  const [tables, setTables] = useState(usualTables);
  const make = useMutation({
    mutationFn: ({ tax, ...input }: RestaurantInput) =>
      request(setUpRestaurant, {
        body: {
          code,
          ...input,
          taxRate: fractionOf(tax),
          timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
          owner: { name: person, pin },
          tables: Number(tables),
        },
        language,
      }),
    onSuccess: onMade,
    ...loginRetry,
  });
  const wrongField = make.error ? fieldOf(make.error) : undefined;
  const wrong = (field: (typeof checkedFields)[number]) =>
    wrongField === field ? t(`wrong.${field}`) : undefined;
  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (!isTooEasy(pin)) make.mutate(restaurant);
  };
  return (
    <form onSubmit={handleSubmit}>
      <Stack $gap="xxl">
        <RestaurantFields fields={restaurant} put={put} wrong={wrong} />
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
            error={wrong('tables')}
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

/** The restaurant as it is typed; `tax` in percent. */
interface RestaurantInput {
  readonly name: string;
  readonly currency: string;
  readonly themeColor: string;
  readonly tax: string;
  readonly taxName: string;
}

interface FieldsProps {
  readonly fields: RestaurantInput;
  readonly put: (change: Partial<RestaurantInput>) => void;
  /** The error message of a field that the server refused. */
  readonly wrong: (field: 'name' | 'taxRate' | 'taxName') => string | undefined;
}

function RestaurantFields({ fields, put, wrong }: FieldsProps) {
  const { t } = useTranslation('setUp');
  const { name, currency, themeColor, tax, taxName } = fields;
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
      <CurrencyField value={currency} onChange={(next) => put({ currency: next })} />
      <ColourField
        label={t('colour')}
        hint={t('colourHint')}
        value={themeColor}
        onChange={(next) => put({ themeColor: next })}
      />
      <TextField
        label={t('tax')}
        hint={t('taxHint')}
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
    </FieldGroup>
  );
}

/** Why the restaurant could not be created, if no field is to blame. */
function Problem({ error }: { error: Error }) {
  const { t } = useTranslation('setUp');
  const { failure } = error instanceof ApiError ? error : {};
  const kind = failureOf(error);
  const other = failure?.kind === 'refused' ? t('wrong.other', { msg: failure.msg }) : t('failed');
  return (
    <Banner tone="danger">{kind === 'wrong' ? t('wrongCode') : kind === 'slow' ? t('slow') : other}</Banner>
  );
}

/** Finds the field that the server refused. */
function fieldOf(error: Error): (typeof checkedFields)[number] | undefined {
  const failure = error instanceof ApiError && error.failure.kind === 'refused' ? error.failure : undefined;
  if (failure?.code !== codes.badRequest) return undefined;
  const { path = '' } = (failure.data ?? {}) as { path?: string };
  return checkedFields.find((field) => path === `body.${field}`);
}
