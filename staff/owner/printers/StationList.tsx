import { languageCodes } from '#contract/http/headers.ts';
import { nameLanguage } from '#ui/i18n/language-name.ts';
import { chooseText, createTexts, writeTexts } from '#contract/menu-file/localized.ts';
import { Plus, Trash2 } from 'lucide-react';
import { useState, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { saveStations, type PrinterSetUp } from '#contract/calls/printers.ts';
import { Button } from '#ui/controls/Button.tsx';
import { IconButton } from '#ui/controls/IconButton.tsx';
import { TextField } from '#ui/controls/TextField.tsx';
import { Box, Row, Small, Stack, Text } from '#ui/primitives.tsx';
import { useLanguage } from '#ui/routes/language.ts';
import { sayFailure } from '../../calls/say-failure.ts';
import { useStaffChange } from '../../calls/staff-queries.ts';
import { useBeforeLeaving } from '../use-before-leaving.tsx';
import { staffNames } from '../../staff-names.ts';
import { readRefusal } from './printer-settings.ts';

interface Entry {
  /** Undefined for a new station. */
  readonly id?: string;
  readonly name: PrinterSetUp['stations'][number]['name'];
}

const kitchen = writeTexts((language) => staffNames[language].kitchen);

/** The kitchen stations. All of them are saved together. */
export function StationList({ stations }: Pick<PrinterSetUp, 'stations'>) {
  const { t } = useTranslation('printers');
  const language = useLanguage();
  const [entries, setEntries] = useState<readonly Entry[]>();
  const { question } = useBeforeLeaving(entries !== undefined);
  const add = (before: readonly Entry[]) =>
    setEntries([...before, { name: before.length === 0 ? kitchen : createTexts() }]);
  return (
    <Stack as="section" $gap="md">
      <Stack $gap="xs">
        <Text as="h2" $type="heading">
          {t('stations.title')}
        </Text>
        <Small>{t('stations.text')}</Small>
      </Stack>
      {entries ? (
        <StationForm
          entries={entries}
          onChange={setEntries}
          onAdd={() => add(entries)}
          onClose={() => setEntries(undefined)}
        />
      ) : (
        <Row $gap="md" $align="center" $wrap>
          <Text $grow="card">
            {stations.map(({ name }) => chooseText(name, language)).join(t('separator')) ||
              t('stations.none')}
          </Text>
          <Button
            variant="secondary"
            onClick={() => (stations.length === 0 ? add([]) : setEntries(stations))}
          >
            {t(stations.length === 0 ? 'stations.add' : 'change')}
          </Button>
        </Row>
      )}
      {question}
    </Stack>
  );
}

interface FormProps {
  readonly entries: readonly Entry[];
  onChange(entries: readonly Entry[]): void;
  onAdd(): void;
  onClose(): void;
}

function StationForm({ entries, onChange, onAdd, onClose }: FormProps) {
  const { t } = useTranslation('printers');
  const language = useLanguage();
  const save = useStaffChange(saveStations, onClose, (error) => {
    if (readRefusal(error) === undefined) sayFailure(error);
  });
  const refusal = readRefusal(save.error);
  const change = (next: readonly Entry[]) => {
    save.reset();
    onChange(next);
  };
  const rename = (at: number, name: Partial<Entry['name']>) =>
    change(entries.map((entry, n) => (n === at ? { ...entry, name: { ...entry.name, ...name } } : entry)));
  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    // Somebody who writes one language only wants the same name in all.
    const named = entries.map(({ id, name }) => ({
      ...(id !== undefined && { id }),
      name: { ...createTexts(chooseText(name, language)), ...dropEmpty(name) },
    }));
    save.mutate({ stations: named.filter(({ name }) => chooseText(name, language).trim() !== '') });
  };
  return (
    <form onSubmit={handleSubmit} noValidate>
      <Stack $gap="md">
        <Stack as="ul" $gap="sm">
          {entries.map(({ id, name }, n) => (
            <Box as="li" key={id ?? `new ${n}`} $card $pad="md lg">
              <Row $gap="md" $align="flex-end" $wrap>
                {languageCodes.map((code) => (
                  <Box key={code} $grow="card">
                    <TextField
                      label={t('stations.inLanguage', { language: nameLanguage(code, language) })}
                      lang={code}
                      value={name[code] ?? ''}
                      onChange={({ target }) => rename(n, { [code]: target.value })}
                      maxLength={60}
                    />
                  </Box>
                ))}
                <IconButton
                  label={t('stations.remove', { name: chooseText(name, language) })}
                  onClick={() => change(entries.filter((_, at) => at !== n))}
                >
                  <Trash2 aria-hidden />
                </IconButton>
              </Row>
            </Box>
          ))}
        </Stack>
        {refusal && (
          <Text role="alert" $colour="danger">
            {t(`refused.${refusal}`)}
          </Text>
        )}
        <Row $gap="sm" $wrap>
          <Button type="submit" busy={save.isPending}>
            {t('save')}
          </Button>
          <Button variant="secondary" onClick={onAdd}>
            <Plus aria-hidden />
            {t('stations.add')}
          </Button>
          <Button variant="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
        </Row>
      </Stack>
    </form>
  );
}

function dropEmpty(name: Entry['name']): Partial<Entry['name']> {
  return Object.fromEntries(Object.entries(name).filter(([, text]) => text.trim() !== ''));
}
