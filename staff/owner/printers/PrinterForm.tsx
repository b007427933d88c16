import { nameLanguage } from '#ui/i18n/language-name.ts';
import { chooseText } from '#contract/menu-file/localized.ts';
import { useState, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import {
  printerWays,
  savePrinter,
  type PrinterOnPage,
  type PrinterSettings,
  type PrinterSetUp,
} from '#contract/calls/printers.ts';
import { languageCodes } from '#contract/http/headers.ts';
import { charsets } from '#contract/menu-file/whole-merchant.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Tick, TickPills } from '#ui/controls/TickPills.tsx';
import { TextField } from '#ui/controls/TextField.tsx';
import { Box, Row, Small, Text } from '#ui/primitives.tsx';
import { useLanguage } from '#ui/routes/language.ts';
import { sayFailure } from '../../calls/say-failure.ts';
import { useStaffChange } from '../../calls/staff-queries.ts';
import { SelectField } from '../../fields/SelectField.tsx';
import { NarrowForm } from '../OnceShown.tsx';
import { useBeforeLeaving } from '../use-before-leaving.tsx';
import { createSettings, readRefusal, readSettings, type SecretAddress } from './printer-settings.ts';

/** Columns of usual paper. */
const usualColumns = [32, 42, 48] as const;

interface Props {
  readonly setUp: PrinterSetUp;
  /** Undefined for a new printer. */
  readonly printer?: PrinterOnPage;
  onSecret(given: SecretAddress): void;
  onClose(): void;
}

export function PrinterForm({ setUp, printer, onSecret, onClose }: Props) {
  const { t } = useTranslation('printers');
  const language = useLanguage();
  const { stations, ports } = setUp;
  const free = stations.filter(({ id }) => !setUp.printers.some((each) => each.stations.includes(id)));
  const [settings, setSettings] = useState<PrinterSettings>(() =>
    printer
      ? readSettings(printer)
      : createSettings(
          language,
          free.map(({ id }) => id),
        ),
  );
  const [isChanged, setChanged] = useState(false);
  const save = useStaffChange(savePrinter, undefined, (error) => {
    if (readRefusal(error) === undefined) sayFailure(error);
  });
  const refusal = readRefusal(save.error);
  const { question } = useBeforeLeaving(isChanged);
  const change = (fields: Partial<PrinterSettings>) => {
    save.reset();
    setChanged(true);
    setSettings({ ...settings, ...fields });
  };
  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    const body = { ...(printer && { id: printer.id }), printer: settings };
    save.mutate(body, {
      onSuccess: ({ secretPath }) => {
        setChanged(false);
        onClose();
        if (secretPath !== undefined) onSecret({ way: settings.way, path: secretPath });
      },
    });
  };

  return (
    <Box $card $pad="lg">
      <NarrowForm onSubmit={handleSubmit} noValidate>
        <Text as="h3" $type="strong">
          {printer?.state.name ?? t('newName')}
        </Text>
        <ConnectionFields settings={settings} ports={ports} refusal={refusal} change={change} />
        <PaperFields settings={settings} change={change} />
        <JobFields settings={settings} stations={stations} change={change} />
        <TextField
          label={t('fields.name')}
          value={settings.name}
          onChange={({ target }) => change({ name: target.value })}
          maxLength={60}
        />
        {refusal && !isOfAddress(refusal) && (
          <Text role="alert" $colour="danger">
            {t(`refused.${refusal}`)}
          </Text>
        )}
        <Row $gap="sm">
          <Button type="submit" busy={save.isPending}>
            {t('save')}
          </Button>
          <Button variant="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
        </Row>
        {question}
      </NarrowForm>
    </Box>
  );
}

interface FieldsProps {
  readonly settings: PrinterSettings;
  change(fields: Partial<PrinterSettings>): void;
}

interface ConnectionProps extends FieldsProps {
  readonly ports: PrinterSetUp['ports'];
  readonly refusal: Refusal;
}

/** How the server reaches the printer. */
function ConnectionFields({ settings, ports, refusal, change }: ConnectionProps) {
  const { t } = useTranslation('printers');
  const { way } = settings;
  return (
    <>
      <SelectField
        label={t('fields.way')}
        value={way}
        options={printerWays.map((value) => ({ value, label: t(`ways.${value}`) }))}
        onChange={(value) => change({ way: value as PrinterSettings['way'] })}
      />
      <Small>{t(`wayHints.${way}`)}</Small>
      {way === 'network' && (
        <>
          <TextField
            label={t('fields.address')}
            hint={t('fields.addressHint')}
            error={refusal && isOfAddress(refusal) ? t(`refused.${refusal}`, ports) : undefined}
            value={settings.address}
            onChange={({ target }) => change({ address: target.value })}
            autoComplete="off"
            spellCheck={false}
          />
          <SelectField
            label={t('fields.charset')}
            value={settings.charset}
            options={charsets.map((value) => ({ value, label: t(`charsets.${value}`) }))}
            onChange={(value) => change({ charset: value as PrinterSettings['charset'] })}
          />
        </>
      )}
    </>
  );
}

/** What the printer prints. */
function JobFields({ settings, stations, change }: FieldsProps & Pick<PrinterSetUp, 'stations'>) {
  const { t } = useTranslation('printers');
  const language = useLanguage();
  const toggle = (id: string) =>
    change({
      stations: settings.stations.includes(id)
        ? settings.stations.filter((each) => each !== id)
        : [...settings.stations, id],
    });
  return (
    <>
      {stations.length > 0 && (
        <TickPills
          legend={t('fields.stations')}
          options={stations.map(({ id, name }) => ({ value: id, label: chooseText(name, language) }))}
          values={settings.stations}
          onToggle={toggle}
        />
      )}
      <Tick checked={settings.bills} onChange={(bills) => change({ bills })}>
        {t('fields.bills')}
      </Tick>
      {settings.bills && (
        <Tick checked={settings.autoReceipt ?? false} onChange={(autoReceipt) => change({ autoReceipt })}>
          {t('fields.autoReceipt')}
        </Tick>
      )}
      <Tick checked={settings.drawer} onChange={(drawer) => change({ drawer })} hint={t('fields.drawerHint')}>
        {t('fields.drawer')}
      </Tick>
    </>
  );
}

/** What fits on the paper, and in which language. */
function PaperFields({ settings, change }: FieldsProps) {
  const { t } = useTranslation('printers');
  const reader = useLanguage();
  const { columns } = settings;
  return (
    <>
      <SelectField
        label={t('fields.columns')}
        value={String(columns)}
        options={[...new Set([...usualColumns, columns])].map((count) => ({
          value: String(count),
          label: t(`columns.${count}`, { defaultValue: t('columns.other', { count }) }),
        }))}
        onChange={(value) => change({ columns: Number(value) })}
      />
      <SelectField
        label={t('fields.language')}
        value={settings.language}
        options={languageCodes.map((value) => ({ value, label: nameLanguage(value, reader) }))}
        onChange={(value) => change({ language: value as PrinterSettings['language'] })}
      />
    </>
  );
}

type Refusal = ReturnType<typeof readRefusal>;

function isOfAddress(refusal: Refusal): refusal is 'badAddress' | 'badPort' {
  return refusal === 'badAddress' || refusal === 'badPort';
}
