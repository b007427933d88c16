import { createTexts, listTexts } from '#contract/menu-file/localized.ts';
import { useMemo, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { House, HouseSettings } from '#contract/calls/house.ts';
import { findCashCoin } from '#projections/bill/cash.ts';
import { useLanguage } from '#ui/routes/language.ts';
import { TextField } from '#ui/controls/TextField.tsx';
import { Tick } from '#ui/controls/TickPills.tsx';
import { Banner } from '#ui/feedback/Banner.tsx';
import { Stack } from '#ui/primitives.tsx';
import { ColourField } from '../../../fields/ColourField.tsx';
import { CountryField } from '../../../fields/CountryField.tsx';
import { CurrencyField } from '../../../fields/CurrencyField.tsx';
import { LinesField } from '../../../fields/LinesField.tsx';
import { SelectField } from '../../../fields/SelectField.tsx';
import { listZones } from '../../../fields/time-zones.ts';
import { toFraction, toPercent } from '../../../fields/percent.ts';
import { SaveBar } from '../SaveBar.tsx';
import { mergeSettings } from '../unsaved-form.ts';
import { listOtherMistakes, findSetting, useSettingsForm, type SettingName } from '../use-settings.ts';
import { CoverField } from './CoverField.tsx';
import { LocalizedField } from './LocalizedField.tsx';
import { OpenBillsQuestion, PendingSettings } from './PendingSettings.tsx';
import { TaxFields } from './TaxFields.tsx';
import { readTaxInputs, isOfTaxes, toTaxInputs } from './tax-input.ts';
import { FieldGroup } from '../../../fields/FieldGroup.tsx';

/** The hours at which a restaurant's day may end (CX29). */
const hours = Array.from({ length: 13 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}:00`,
}));
const usualDayEnd = '4';

/** The form for the restaurant's settings. */
export function SettingsForm({ house }: { house: House }) {
  const { pending, version, paymentProblem } = house;
  const settings = { ...house.settings, ...pending?.settings };
  const { t } = useTranslation('house');
  const {
    typed: draft,
    type,
    mistakes,
    save,
    ...form
  } = useSettingsForm({ theirs: toForm(settings), version }, mergeSettings, (typed) => ({
    settings: readForm(typed, settings),
  }));
  const put = (fields: Partial<Typed>) => type((before) => ({ ...before, ...fields }));
  const describeMistake = (name: SettingName) => {
    const found = mistakes.find((mistake) => findSetting(mistake) === name);
    // Only the server knows which dishes prevent fewer decimals.
    return found && (name === 'decimals' ? found.words : t(`wrong.${name}`));
  };
  const others = mistakes.filter((mistake) => findSetting(mistake) === undefined && !isOfTaxes(mistake.path));
  const fields = { draft, put, describeMistake };
  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    save();
  };

  return (
    <form onSubmit={handleSubmit} noValidate>
      <Stack $gap="xxl">
        {pending && <PendingSettings settings={house.settings} pending={pending} version={version} />}
        <NameFields {...fields} />
        <MoneyFields {...fields} paymentProblem={paymentProblem} />
        <TaxFields
          taxes={draft.taxes}
          isIncluded={draft.taxIncluded}
          isServiceTaxed={draft.serviceTaxed}
          mistakes={mistakes}
          onTaxes={(taxes) => put({ taxes })}
          onIncluded={(taxIncluded) => put({ taxIncluded })}
          onServiceTaxed={(serviceTaxed) => put({ serviceTaxed })}
        />
        <ReceiptFields {...fields} />
        <OrderingFields {...fields} />
        <DayFields {...fields} />
        {mistakes.length > 0 && (
          <Banner tone="danger">
            <p>{t('mistakes', { count: mistakes.length })}</p>
            {listOtherMistakes(others).map((words) => (
              <p key={words}>{words}</p>
            ))}
          </Banner>
        )}
        <OpenBillsQuestion
          conflict={form.conflict}
          currency={house.settings.currency}
          onYes={form.saveForClosing}
          onClose={form.forgetConflict}
        />
        <SaveBar isDirty={form.isDirty} isSaving={form.isSaving} onDiscard={form.discard} />
      </Stack>
    </form>
  );
}

/** The values in the form. */
type Typed = ReturnType<typeof toForm>;

interface FieldsProps {
  readonly draft: Typed;
  readonly put: (fields: Partial<Typed>) => void;
  /** The error message of a setting. */
  readonly describeMistake: (name: SettingName) => string | undefined;
}

/** The props of a text field for a setting that is typed as it is stored. */
function createTextProps(
  { draft, put, describeMistake }: FieldsProps,
  name:
    | 'decimals'
    | 'clearTableCartMinutes'
    | 'paidTableMinutes'
    | 'lineLimit'
    | 'cashCoin'
    | 'paymentPage'
    | 'taxId',
) {
  return {
    value: draft[name],
    onChange: ({ target }: { target: HTMLInputElement }) => put({ [name]: target.value }),
    error: describeMistake(name),
  };
}

function NameFields({ draft, put, describeMistake }: FieldsProps) {
  const { t } = useTranslation('house');
  return (
    <FieldGroup title={t('names.title')}>
      <LocalizedField
        label={t('names.name')}
        value={draft.name}
        onChange={(name) => put({ name })}
        error={describeMistake('name')}
      />
      <LocalizedField
        label={t('names.description')}
        value={draft.description}
        onChange={(description) => put({ description })}
        error={describeMistake('description')}
      />
      <ColourField
        label={t('names.colour')}
        hint={t('names.colourHint')}
        value={draft.themeColor}
        onChange={(themeColor) => put({ themeColor })}
      />
      <CoverField value={draft.cover ?? null} onChange={(cover) => put({ cover })} />
    </FieldGroup>
  );
}

function MoneyFields(props: FieldsProps & Pick<House, 'paymentProblem'>) {
  const { t } = useTranslation('house');
  const { draft, put, describeMistake, paymentProblem } = props;
  return (
    <FieldGroup title={t('money.title')}>
      <CurrencyField value={draft.currency} onChange={(currency) => put({ currency })} />
      <TextField label={t('money.decimals')} inputMode="numeric" {...createTextProps(props, 'decimals')} />
      <TextField
        label={t('money.service')}
        hint={t('money.serviceHint')}
        inputMode="decimal"
        value={draft.service}
        onChange={({ target }) => put({ service: target.value })}
        error={describeMistake('serviceChargeRate')}
      />
      <TextField
        label={t('money.tips')}
        hint={t('money.tipsHint')}
        value={draft.tips}
        onChange={({ target }) => put({ tips: target.value })}
        error={describeMistake('tips')}
      />
      <TextField
        label={t('money.lineLimit')}
        hint={t('money.lineLimitHint')}
        inputMode="decimal"
        {...createTextProps(props, 'lineLimit')}
      />
      <TextField
        label={t('money.cashCoin')}
        hint={t('money.cashCoinHint', { coin: findCashCoin(draft.currency)?.coin ?? t('money.noCoin') })}
        inputMode="decimal"
        {...createTextProps(props, 'cashCoin')}
      />
      <Tick
        checked={draft.drawerPerPerson ?? false}
        onChange={(drawerPerPerson) => put({ drawerPerPerson })}
        hint={t('money.drawersHint')}
      >
        {t('money.drawers')}
      </Tick>
      <TextField
        label={t('money.page')}
        hint={t('money.pageHint')}
        type="url"
        inputMode="url"
        {...createTextProps(props, 'paymentPage')}
      />
      {paymentProblem && (
        <Banner tone="warning">{t('money.pageProblem', { variable: paymentProblem })}</Banner>
      )}
    </FieldGroup>
  );
}

function ReceiptFields(props: FieldsProps) {
  const { t } = useTranslation('house');
  const { draft, put, describeMistake } = props;
  return (
    <FieldGroup title={t('receipt.title')}>
      <TextField
        label={t('receipt.taxId')}
        hint={t('receipt.taxIdHint')}
        {...createTextProps(props, 'taxId')}
      />
      <LinesField
        label={t('receipt.address')}
        hint={t('receipt.linesHint')}
        value={draft.address}
        onChange={(address) => put({ address })}
        error={describeMistake('address')}
      />
      <LinesField
        label={t('receipt.footer')}
        hint={t('receipt.footerHint')}
        value={draft.receiptFooter}
        onChange={(receiptFooter) => put({ receiptFooter })}
        error={describeMistake('receiptFooter')}
      />
    </FieldGroup>
  );
}

function OrderingFields(props: FieldsProps) {
  const { t } = useTranslation('house');
  const { draft, put } = props;
  return (
    <FieldGroup title={t('ordering.title')}>
      <Tick
        checked={draft.guestMode}
        onChange={(guestMode) => put({ guestMode })}
        hint={t('ordering.guestsHint')}
      >
        {t('ordering.guests')}
      </Tick>
      <Tick
        checked={draft.guestOrders}
        onChange={(guestOrders) => put({ guestOrders })}
        hint={t('ordering.guestOrdersHint')}
      >
        {t('ordering.guestOrders')}
      </Tick>
      <CountryField
        label={t('ordering.phoneCountry')}
        value={draft.phoneCountry}
        onChange={(phoneCountry) => put({ phoneCountry })}
      />
      <Tick
        checked={draft.orderCodeRequired}
        onChange={(orderCodeRequired) => put({ orderCodeRequired })}
        hint={t('ordering.codeHint')}
      >
        {t('ordering.code')}
      </Tick>
      <TextField
        label={t('ordering.minutes')}
        inputMode="numeric"
        {...createTextProps(props, 'clearTableCartMinutes')}
      />
      <Tick
        checked={draft.kitchenTracking}
        onChange={(kitchenTracking) => put({ kitchenTracking })}
        hint={t('ordering.trackingHint')}
      >
        {t('ordering.tracking')}
      </Tick>
      <Tick
        checked={draft.holdCourses ?? false}
        onChange={(holdCourses) => put({ holdCourses })}
        hint={t('ordering.coursesHint')}
      >
        {t('ordering.courses')}
      </Tick>
      <TextField
        label={t('ordering.paidMinutes')}
        hint={t('ordering.paidMinutesHint')}
        inputMode="numeric"
        {...createTextProps(props, 'paidTableMinutes')}
      />
    </FieldGroup>
  );
}

function DayFields({ draft, put }: FieldsProps) {
  const { t } = useTranslation('house');
  const language = useLanguage();
  const zones = useMemo(() => listZones(language), [language]);
  return (
    <FieldGroup title={t('day.title')}>
      <SelectField
        label={t('day.zone')}
        value={draft.timeZone ?? ''}
        options={[{ value: '', label: t('day.serverZone') }, ...zones]}
        onChange={(zone) => put({ timeZone: zone === '' ? null : zone })}
      />
      <SelectField
        label={t('day.ends')}
        value={draft.dayEndsAt ?? usualDayEnd}
        options={hours}
        onChange={(dayEndsAt) => put({ dayEndsAt })}
      />
    </FieldGroup>
  );
}

/** Converts settings into form values: rates in percent, tips as one line, missing values as "". */
function toForm(settings: HouseSettings) {
  const { taxRate, taxName, taxes, serviceChargeRate, tips, lineLimit, paymentPage, ...rest } = settings;
  return {
    ...rest,
    description: rest.description ?? createTexts(),
    taxes: toTaxInputs({ taxRate, taxName, taxes }),
    service: toPercent(serviceChargeRate),
    tips: tips.join(', '),
    lineLimit: lineLimit ?? '',
    cashCoin: rest.cashCoin ?? '',
    paymentPage: paymentPage ?? '',
    taxId: rest.taxId ?? '',
    address: rest.address.join('\n'),
    receiptFooter: rest.receiptFooter.join('\n'),
  };
}

function readForm(typed: Typed, saved: HouseSettings): HouseSettings {
  const { taxes, service, description, tips, lineLimit, paymentPage, ...rest } = typed;
  return {
    ...rest,
    description: listTexts(description).length === 0 ? null : description,
    ...readTaxInputs(taxes, saved),
    serviceChargeRate: toFraction(service),
    tips: tips
      .split(/[\s,、，%％]+/)
      .map((tip) => tip.trim())
      .filter((tip) => tip !== ''),
    lineLimit: lineLimit.trim() === '' ? null : lineLimit.trim(),
    cashCoin: rest.cashCoin.trim() === '' ? null : rest.cashCoin.trim(),
    paymentPage: paymentPage.trim() === '' ? null : paymentPage.trim(),
    taxId: rest.taxId.trim() === '' ? null : rest.taxId.trim(),
    address: splitLines(rest.address),
    receiptFooter: splitLines(rest.receiptFooter),
  };
}

function splitLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
