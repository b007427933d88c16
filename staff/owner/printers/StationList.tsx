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
import { readRefusal } from './printer-settings.ts';

interface Entry {
  /** Undefined for a new station. */
  readonly id?: string;
  readonly name: PrinterSetUp['stations'][number]['name'];
}

const noName = { 'en-US': '', 'zh-TW': '' };

/** The kitchen stations. All of them are saved together. */
export function StationList({ stations }: Pick<PrinterSetUp, 'stations'>) {
  const { t } = useTranslation('printers');
  const language = useLanguage();
  const [entries, setEntries] = useState<readonly Entry[]>();
  const { question } = useBeforeLeaving(entries !== undefined);
  const add = (before: readonly Entry[]) =>
    setEntries([
      ...before,
      { name: before.length === 0 ? t('stations.kitchen', { returnObjects: true }) : noName },
    ]);
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
            {stations.map(({ name }) => name[language]).join(t('separator')) || t('stations.none')}
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
    // Somebody who writes one language only wants the same name in both.
    const named = entries.map(({ id, name }) => ({
      ...(id !== undefined && { id }),
      name: { 'en-US': name['en-US'] || name['zh-TW'], 'zh-TW': name['zh-TW'] || name['en-US'] },
    }));
    save.mutate({ stations: named.filter(({ name }) => name['en-US'].trim() !== '') });
  };
  return (
    <form onSubmit={handleSubmit} noValidate>
      <Stack $gap="md">
        <Stack as="ul" $gap="sm">
          {entries.map(({ id, name }, n) => (
            <Box as="li" key={id ?? `new ${n}`} $card $pad="md lg">
              <Row $gap="md" $align="flex-end" $wrap>
                <Box $grow="card">
                  <TextField
                    label={t('stations.english')}
                    lang="en"
                    value={name['en-US']}
                    onChange={({ target }) => rename(n, { 'en-US': target.value })}
                    maxLength={60}
                  />
                </Box>
                <Box $grow="card">
                  <TextField
                    label={t('stations.chinese')}
                    lang="zh-Hant"
                    value={name['zh-TW']}
                    onChange={({ target }) => rename(n, { 'zh-TW': target.value })}
                    maxLength={60}
                  />
                </Box>
                <IconButton
                  label={t('stations.remove', { name: name[language] })}
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
