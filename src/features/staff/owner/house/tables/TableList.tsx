import { Plus } from 'lucide-react';
import { nanoid } from 'nanoid';
import { useState, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { House } from '#contract/calls/house.ts';
import { Button } from '#src/kit/ui/controls/Button.tsx';
import { Banner } from '#src/kit/ui/feedback/Banner.tsx';
import { Row, Stack, Text } from '#src/kit/ui/primitives.tsx';
import { useListFocus } from '../../focus.ts';
import { Question } from '../../Question.tsx';
import { SaveBar } from '../SaveBar.tsx';
import { listOver } from '../typed-over.ts';
import { otherMistakes, useHouseForm, type Mistake } from '../use-house.ts';
import { TableRow, type TableDraft } from './TableRow.tsx';

/** The tables, to be named, added and taken away. */
export function TableList({ house: { tables, version } }: { house: House }) {
  const { t } = useTranslation('house');
  const there = tables.map((table): TableDraft => ({ ...table, key: table.id }));
  const {
    typed: draft,
    type,
    mistakes,
    save,
    ...form
  } = useHouseForm<readonly TableDraft[]>({ theirs: there, version }, listOver, (typed) => ({
    tables: typed.map(({ id, name }) => ({ ...(id !== undefined && { id }), name })),
  }));
  const [isAsked, setAsked] = useState(false);
  const { entries, adder, goTo, hold } = useListFocus<HTMLUListElement>(version);
  const gone = tables.filter(({ id }) => !draft.some((each) => each.id === id));
  const placeOf = ({ path }: Mistake) => /^tables\[(\d+)\]/.exec(path)?.[1];
  const wrong = new Set(mistakes.map((mistake) => Number(placeOf(mistake))));
  const others = mistakes.filter((mistake) => placeOf(mistake) === undefined);
  const rename = (key: string, name: string) =>
    type((before) => before.map((each) => (each.key === key ? { ...each, name } : each)));
  const add = () => {
    const numbers = draft.map(({ name }) => Number(name)).filter(Number.isSafeInteger);
    type((before) => [...before, { key: nanoid(), name: String(Math.max(0, ...numbers) + 1) }]);
    goTo(draft.length);
  };
  const remove = (key: string, place: number) => {
    type((before) => before.filter((each) => each.key !== key));
    goTo(place);
  };

  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (gone.length > 0) return setAsked(true);
    hold();
    save();
  };

  return (
    <form onSubmit={handleSubmit} noValidate>
      <Text as="h2" $type="heading" $below="md">
        {t('tables.title')}
      </Text>
      {draft.length === 0 && <p>{t('tables.none')}</p>}
      <Stack as="ul" ref={entries} $gap="sm">
        {draft.map((table, place) => (
          <TableRow
            key={table.key}
            table={table}
            place={place + 1}
            error={wrong.has(place) ? t('wrong.tableName') : undefined}
            mayRenew={!form.isDirty}
            onRename={(name) => rename(table.key, name)}
            onRemove={() => remove(table.key, place)}
          />
        ))}
      </Stack>
      <Row $above="md" $below="md">
        <Button ref={adder} variant="secondary" onClick={add}>
          <Plus aria-hidden />
          {t('tables.add')}
        </Button>
      </Row>
      {others.length > 0 && (
        <Banner tone="danger">
          {otherMistakes(others).map((words) => (
            <p key={words}>{words}</p>
          ))}
        </Banner>
      )}
      <SaveBar isDirty={form.isDirty} isSaving={form.isSaving} onDiscard={form.discard} />
      <Question
        open={isAsked}
        onClose={() => setAsked(false)}
        title={t('tables.goneTitle', { count: gone.length })}
        text={t('tables.goneText', { names: gone.map(({ name }) => name).join(t('paper.and')) })}
        yes={t('tables.goneYes')}
        no={t('tables.keep')}
        onYes={save}
      />
    </form>
  );
}
