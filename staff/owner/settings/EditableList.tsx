import { Plus, type LucideIcon } from 'lucide-react';
import { useState, type ReactNode, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { changeHouse } from '#contract/calls/house.ts';
import type { BodyOf } from '#contract/http/call.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Banner } from '#ui/feedback/Banner.tsx';
import { Row, Small, Stack, Text } from '#ui/primitives.tsx';
import { useListFocus } from '../focus.ts';
import { Question } from '../Question.tsx';
import { SaveBar } from './SaveBar.tsx';
import { mergeList, type Listed } from './unsaved-form.ts';
import { listOtherMistakes, useSettingsForm, type Mistake } from './use-settings.ts';

interface Props<Entry extends Listed> {
  /** Which texts the list uses. */
  readonly of: 'tables' | 'coupons';
  readonly saved: readonly Entry[];
  readonly version: string;
  /** Converts the entries into the body of the request. */
  readonly toBody: (entries: readonly Entry[]) => Omit<BodyOf<typeof changeHouse>, 'version'>;
  create(entries: readonly Entry[]): Entry;
  nameOf(entry: Entry): string;
  /** Whether a field of an entry shows the mistake. */
  isShown(mistake: Mistake): boolean;
  readonly icon?: LucideIcon;
  readonly text?: string;
  children(row: RowOf<Entry>): ReactNode;
}

export interface RowOf<Entry> {
  readonly entry: Entry;
  /** The entry's index, from 0. */
  readonly index: number;
  readonly mistakes: readonly Mistake[];
  /** True if the list has no unsaved changes. */
  readonly isSaved: boolean;
  change(fields: Partial<Entry>): void;
  remove(): void;
}

/** A list of the settings: its entries are edited, added and removed, and saved together. */
export function EditableList<Entry extends Listed>({
  of,
  saved,
  version,
  icon: Icon = Plus,
  ...props
}: Props<Entry>) {
  const { t } = useTranslation('house');
  const form = useSettingsForm<readonly Entry[]>({ theirs: saved, version }, mergeList, props.toBody);
  const { typed: entries, type, mistakes, save } = form;
  const [isAsked, setAsked] = useState(false);
  const { entries: list, adder, goTo, hold } = useListFocus<HTMLUListElement>(version);
  const gone = saved.filter(({ id }) => !entries.some((each) => each.id === id));
  const others = mistakes.filter((mistake) => !props.isShown(mistake));
  const change = (key: string, fields: Partial<Entry>) =>
    type((before) => before.map((each) => (each.key === key ? { ...each, ...fields } : each)));
  const add = () => {
    type((before) => [...before, props.create(before)]);
    goTo(entries.length);
  };
  const remove = (key: string, index: number) => {
    type((before) => before.filter((each) => each.key !== key));
    goTo(index);
  };
  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (gone.length > 0) return setAsked(true);
    hold();
    save();
  };

  return (
    <form onSubmit={handleSubmit} noValidate>
      <Text as="h2" $type="heading" {...(props.text === undefined && { $below: 'md' })}>
        {t(`${of}.title`)}
      </Text>
      {props.text !== undefined && <Small $below="md">{props.text}</Small>}
      {entries.length === 0 && <p>{t(`${of}.none`)}</p>}
      <Stack as="ul" ref={list} $gap="sm">
        {entries.map((entry, index) =>
          props.children({
            entry,
            index,
            mistakes,
            isSaved: !form.isDirty,
            change: (fields) => change(entry.key, fields),
            remove: () => remove(entry.key, index),
          }),
        )}
      </Stack>
      <Row $above="md" $below="md">
        <Button ref={adder} variant="secondary" onClick={add}>
          <Icon aria-hidden />
          {t(`${of}.add`)}
        </Button>
      </Row>
      {others.length > 0 && (
        <Banner tone="danger">
          {listOtherMistakes(others).map((words) => (
            <p key={words}>{words}</p>
          ))}
        </Banner>
      )}
      <SaveBar isDirty={form.isDirty} isSaving={form.isSaving} onDiscard={form.discard} />
      <Question
        open={isAsked}
        onClose={() => setAsked(false)}
        title={t(`${of}.goneTitle`, { count: gone.length })}
        text={t(`${of}.goneText`, { names: gone.map(props.nameOf).join(t('paper.and')) })}
        yes={t(`${of}.goneYes`)}
        no={t(`${of}.keep`)}
        onYes={save}
      />
    </form>
  );
}
