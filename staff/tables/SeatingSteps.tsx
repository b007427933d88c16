import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { StaffTable } from '#contract/calls/staff.ts';
import { tableNoteLength } from '#contract/calls/tables.ts';
import { limits } from '#contract/limits.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Stepper } from '#ui/controls/Stepper.tsx';
import { TextArea } from '#ui/controls/TextField.tsx';
import { Row, Stack, Text } from '#ui/primitives.tsx';
import { Problem } from '../orders/sheets/Problem.tsx';
import { useSeating } from './use-seating.ts';

type Session = NonNullable<StaffTable['session']>;

interface Props {
  /** ISO 4217 */
  readonly currency: string;
  onDone(): void;
}

/** How many guests staff seat if they do not choose another number. */
const usualGuests = 2;

/** Seats guests at a free table. */
export function SeatStep({ table, currency, onDone }: Props & { readonly table: StaffTable }) {
  const { t } = useTranslation('staff');
  const { seat, isPending, problem } = useSeating(currency, onDone);
  const { tableId, name } = table;
  return (
    <GuestsForm
      first={usualGuests}
      submit={t('seating.seat')}
      isPending={isPending}
      problem={problem}
      onSubmit={(guests) => seat({ tableId, guests, says: t('seating.seated', { name, count: guests }) })}
    />
  );
}

/** Changes the number of guests. */
export function GuestsStep({ session, currency, onDone }: Props & { readonly session: Session }) {
  const { t } = useTranslation('staff');
  const { setGuests, isPending, problem } = useSeating(currency, onDone);
  return (
    <GuestsForm
      first={session.guests || session.diners.length || usualGuests}
      submit={t('seating.saveGuests')}
      isPending={isPending}
      problem={problem}
      onSubmit={(guests) => setGuests(session.id, guests)}
    />
  );
}

interface FormProps {
  /** The number before anybody has chosen one. */
  readonly first: number;
  readonly submit: string;
  readonly isPending: boolean;
  readonly problem: string | undefined;
  onSubmit(guests: number): void;
}

function GuestsForm({ first, submit, isPending, problem, onSubmit }: FormProps) {
  const { t } = useTranslation('staff');
  const [guests, setGuests] = useState(first);
  return (
    <Stack $gap="lg">
      <Row $gap="md" $align="center" $justify="space-between">
        <Text as="span" $type="label">
          {t('seating.guests')}
        </Text>
        <Stepper
          value={guests}
          max={limits.guests}
          label={t('seating.guests')}
          lessLabel={t('seating.fewer')}
          moreLabel={t('seating.more')}
          removes={false}
          onLess={() => setGuests(guests - 1)}
          onMore={() => setGuests(guests + 1)}
        />
      </Row>
      <Problem text={problem} />
      <Button wide busy={isPending} onClick={() => onSubmit(guests)}>
        {submit}
      </Button>
    </Stack>
  );
}

/** Writes the note about the guests of a table. */
export function NoteStep({ session, currency, onDone }: Props & { readonly session: Session }) {
  const { t } = useTranslation('staff');
  const { writeNote, isPending, problem } = useSeating(currency, onDone);
  const [note, setNote] = useState(session.note ?? '');
  return (
    <Stack $gap="lg">
      <TextArea
        focused
        label={t('seating.noteLabel')}
        value={note}
        maxLength={tableNoteLength}
        counter={t('add.counter', { used: note.length, most: tableNoteLength })}
        onChange={setNote}
      />
      <Text $type="small" $colour="textMuted">
        {t('seating.noteHint')}
      </Text>
      <Problem text={problem} />
      <Button wide busy={isPending} onClick={() => writeNote(session.id, note)}>
        {t('seating.saveNote')}
      </Button>
    </Stack>
  );
}

/** Separates two merged tables. */
export function SplitStep({ session, currency, onDone }: Props & { readonly session: Session }) {
  const { t } = useTranslation('staff');
  const { split, isPending, problem } = useSeating(currency, onDone);
  // The server has separated them meanwhile.
  const { actId, tableName: name } = session.merged ?? { actId: '', tableName: '' };
  const handleSplit = () => split({ sessionId: session.id, actId, says: t('seating.parted', { name }) });
  return (
    <Stack $gap="lg">
      <Text>{t('seating.splitText', { name })}</Text>
      <Problem text={problem} />
      <Button wide busy={isPending} onClick={handleSplit}>
        {t('seating.split')}
      </Button>
    </Stack>
  );
}
