import { useMutation } from '@tanstack/react-query';
import { useState, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { codes } from '#contract/codes.ts';
import { mostTablesAtOnce, setUpRestaurant } from '#contract/calls/set-up.ts';
import type { StaffIdentity } from '#contract/calls/staff.ts';
import { ApiError } from '#client/api/api-error.ts';
import { request } from '#client/api/call/client.ts';
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
import { failureOf, inLine } from '../login/login-failure.ts';

/** The default currency for each language. */
const usualCurrency = { 'en-US': 'USD', 'zh-TW': 'TWD' } as const;
const usualTables = '8';

const fields = ['name', 'themeColor', 'taxRate', 'taxName', 'tables'] as const;

/** The form that creates a restaurant: its name, currency, colour, tax, tables and owner. */
export function SetUpForm({ code, onMade }: { code: string; onMade(staff: StaffIdentity): void }) {
  const { t } = useTranslation('setUp');
  const language = useLanguage();
  const [name, setName] = useState('');
  const [currency, setCurrency] = useState<string>(usualCurrency[language]);
  const [themeColor, setThemeColor] = useState<string>(defaultMerchantColour);
  const [tax, setTax] = useState('0');
  const [taxName, setTaxName] = useState('');
  const [person, setPerson] = useState('');
  const [pin, setPin] = useState('');
  const [tables, setTables] = useState(usualTables);
  const make = useMutation({
    mutationFn: () =>
      request(setUpRestaurant, {
        body: {
          code,
          name,
          currency,
          themeColor,
          taxRate: fractionOf(tax),
          taxName,
          timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
          owner: { name: person, pin },
          tables: Number(tables),
        },
        language,
      }),
    onSuccess: onMade,
    ...inLine,
  });
  const wrongField = make.error ? fieldOf(make.error) : undefined;
  const wrong = (field: (typeof fields)[number]) => (wrongField === field ? t(`wrong.${field}`) : undefined);
  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (!isTooEasy(pin)) make.mutate();
  };
  const words = () => {
    if (!make.error || wrongField !== undefined) return undefined;
    const { failure } = make.error instanceof ApiError ? make.error : {};
    switch (failureOf(make.error)) {
      case 'wrong':
        return t('wrongCode');
      case 'slow':
        return t('slow');
      default:
        return failure?.kind === 'refused' ? t('wrong.other', { msg: failure.msg }) : t('failed');
    }
  };

  return (
    <form onSubmit={handleSubmit}>
      <Stack $gap="xxl">
        <FieldGroup title={t('restaurant')}>
          <NameField
            label={t('name')}
            hint={t('nameHint')}
            value={name}
            onChange={setName}
            maxLength={undefined}
            autoComplete="organization"
            error={wrong('name')}
          />
          <CurrencyField value={currency} onChange={setCurrency} />
          <ColourField
            label={t('colour')}
            hint={t('colourHint')}
            value={themeColor}
            onChange={setThemeColor}
          />
          <TextField
            label={t('tax')}
            hint={t('taxHint')}
            inputMode="decimal"
            value={tax}
            onChange={({ target }) => setTax(target.value)}
            required
            error={wrong('taxRate')}
          />
          {tax.trim() !== '0' && (
            <TextField
              label={t('taxName')}
              value={taxName}
              onChange={({ target }) => setTaxName(target.value)}
              error={wrong('taxName')}
            />
          )}
        </FieldGroup>
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
        {words() !== undefined && <Banner tone="danger">{words()}</Banner>}
        <Button type="submit" wide busy={make.isPending}>
          {t('open')}
        </Button>
      </Stack>
    </form>
  );
}

/** Finds the field that the server refused. */
function fieldOf(error: Error): (typeof fields)[number] | undefined {
  const failure = error instanceof ApiError && error.failure.kind === 'refused' ? error.failure : undefined;
  if (failure?.code !== codes.badRequest) return undefined;
  const { path = '' } = (failure.data ?? {}) as { path?: string };
  return fields.find((field) => path === `body.${field}`);
}
