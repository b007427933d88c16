import { Plus } from 'lucide-react';
import { nanoid } from 'nanoid';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { House } from '#contract/calls/house.ts';
import { Button } from '#src/kit/ui/controls/Button.tsx';
import { Banner } from '#src/kit/ui/feedback/Banner.tsx';
import { Dialog } from '#src/kit/ui/layers/Dialog.tsx';
import { Row, Stack, Text } from '#src/kit/ui/primitives.tsx';
import { SaveBar } from '../SaveBar.tsx';
import { useHouseChange } from '../use-house.ts';
import { TableRow, type TableDraft } from './TableRow.tsx';

/** The tables, to be named, added and taken away. */
export function TableList({ house: { tables, version } }: { house: House }) {
  const { t } = useTranslation('house');
  const there = tables.map((table): TableDraft => ({ ...table, key: table.id }));
  const [draft, setDraft] = useState(there);
  const [isAsked, setAsked] = useState(false);
  const { change, mistakes } = useHouseChange();
  const isDirty = JSON.stringify(draft) !== JSON.stringify(there);
  const gone = tables.filter(({ id }) => !draft.some((each) => each.id === id));
  const wrong = new Set(
    mistakes.flatMap(({ path }) => {
      const [, place] = /^tables\[(\d+)\]/.exec(path) ?? [];
      return place === undefined ? [] : [Number(place)];
    }),
  );
  const save = () => {
    setAsked(false);
    change.mutate({
      version,
      tables: draft.map(({ id, name }) => ({ ...(id !== undefined && { id }), name })),
    });
  };
  const rename = (key: string, name: string) =>
    setDraft((before) => before.map((each) => (each.key === key ? { ...each, name } : each)));
  const add = () => {
    const numbers = draft.map(({ name }) => Number(name)).filter(Number.isSafeInteger);
    setDraft([...draft, { key: nanoid(), name: String(Math.max(0, ...numbers) + 1) }]);
  };

  return (
    <section>
      <Text as="h2" $type="heading" $below="md">
        {t('tables.title')}
      </Text>
      {draft.length === 0 && <p>{t('tables.none')}</p>}
      <Stack as="ul" $gap="sm">
        {draft.map((table, place) => (
          <TableRow
            key={table.key}
            table={table}
            place={place + 1}
            error={wrong.has(place) ? t('wrong.tableName') : undefined}
            mayRenew={!isDirty}
            onRename={(name) => rename(table.key, name)}
            onRemove={() => setDraft(draft.filter(({ key }) => key !== table.key))}
          />
        ))}
      </Stack>
      <Row $above="md" $below="md">
        <Button variant="secondary" onClick={add}>
          <Plus aria-hidden />
          {t('tables.add')}
        </Button>
      </Row>
      {mistakes.length > wrong.size && (
        <Banner tone="danger">
          {mistakes.map(({ path, words }) => (
            <p key={path}>{t('wrong.other', { place: path, words })}</p>
          ))}
        </Banner>
      )}
      <SaveBar isDirty={isDirty}>
        <Row $gap="md" $wrap>
          <Button busy={change.isPending} onClick={() => (gone.length > 0 ? setAsked(true) : save())}>
            {t('save')}
          </Button>
          <Button variant="quiet" onClick={() => setDraft(there)}>
            {t('undo')}
          </Button>
        </Row>
      </SaveBar>
      <Dialog
        open={isAsked}
        onClose={() => setAsked(false)}
        title={t('tables.goneTitle', { count: gone.length })}
        text={t('tables.goneText', { names: gone.map(({ name }) => name).join(', ') })}
        actions={
          <>
            <Button wide variant="danger" onClick={save}>
              {t('tables.goneYes')}
            </Button>
            <Button wide variant="quiet" onClick={() => setAsked(false)}>
              {t('tables.keep')}
            </Button>
          </>
        }
      />
    </section>
  );
}
