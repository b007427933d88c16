import { useMutation } from '@tanstack/react-query';
import i18next from 'i18next';
import { useState, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import {
  addPerson,
  changePerson,
  isEasyPin,
  personRefusals,
  personRefused,
  pinDigits,
  removePerson,
  type Person,
} from '#contract/calls/people.ts';
import { limits } from '#contract/limits.ts';
import { staffRoles, type StaffRole } from '#contract/staff-rights.ts';
import { ApiError } from '#src/kit/api/api-error.ts';
import { request } from '#src/kit/api/call/client.ts';
import { Button } from '#src/kit/ui/controls/Button.tsx';
import { Choices } from '#src/kit/ui/controls/Choices.tsx';
import { TextField } from '#src/kit/ui/controls/TextField.tsx';
import { Banner } from '#src/kit/ui/feedback/Banner.tsx';
import { showToast } from '#src/kit/ui/feedback/show-toast.ts';
import { Dialog } from '#src/kit/ui/layers/Dialog.tsx';
import { Small, Stack } from '#src/kit/ui/primitives.tsx';
import { useQueryClient } from '@tanstack/react-query';

interface Props {
  /** Without it somebody new. */
  readonly person: Person | undefined;
  readonly isFirst: boolean;
  onDone(): void;
}

/** Name, role and PIN of somebody who works here, and their end. */
export function PersonForm({ person, isFirst, onDone }: Props) {
  const { t } = useTranslation('house');
  const [name, setName] = useState(person?.name ?? '');
  const [role, setRole] = useState<StaffRole>(person?.role ?? (isFirst ? 'owner' : 'waiter'));
  const [pin, setPin] = useState('');
  const [isAsked, setAsked] = useState(false);
  const queries = useQueryClient();
  const done = async (says: string) => {
    showToast(says);
    onDone();
    await queries.invalidateQueries({ queryKey: ['staff'] });
  };
  const save = useMutation({
    mutationFn: async () =>
      person
        ? await request(changePerson, { body: { id: person.id, name, role, ...(pin !== '' && { pin }) } })
        : await request(addPerson, { body: { name, role, pin } }),
    onSuccess: (saved) => done(t(person ? 'people.changed' : 'people.added', { name: saved.person.name })),
  });
  const remove = useMutation({
    mutationFn: (id: string) => request(removePerson, { body: { id } }),
    onSuccess: () => done(t('people.removed', { name })),
  });
  const isEasy = isEasyPin(pin) && pin.length >= pinDigits.least;
  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (!isEasy) save.mutate();
  };
  const handleYes = () => {
    setAsked(false);
    if (person) remove.mutate(person.id);
  };
  const failure = save.error ?? remove.error;

  return (
    <form onSubmit={handleSubmit}>
      <Stack $gap="lg">
        <TextField
          label={t('people.name')}
          value={name}
          onChange={({ target }) => setName(target.value)}
          maxLength={limits.nameLength}
          // What is no more than spaces is no name.
          pattern=".*\S.*"
          autoComplete="off"
          required
        />
        <Stack $gap="xs">
          <Choices
            legend={t('people.roles')}
            value={role}
            onChange={setRole}
            options={staffRoles.map((value) => ({ value, label: t(`people.role.${value}`) }))}
          />
          <Small as="output">{t(`people.may.${role}`)}</Small>
        </Stack>
        <TextField
          label={t(person ? 'people.newPin' : 'people.pin')}
          hint={person ? t('people.newPinHint') : undefined}
          inputMode="numeric"
          value={pin}
          onChange={({ target }) => setPin(target.value.replaceAll(/\D/g, ''))}
          minLength={pinDigits.least}
          maxLength={pinDigits.most}
          autoComplete="off"
          required={!person}
          error={isEasy ? t('people.easyPin') : undefined}
        />
        {failure && <Banner tone="danger">{wordsOf(failure)}</Banner>}
        <Button type="submit" wide busy={save.isPending}>
          {t(person ? 'save' : 'people.addYes')}
        </Button>
        {person && (
          <Button wide variant="danger" busy={remove.isPending} onClick={() => setAsked(true)}>
            {t('people.remove', { name: person.name })}
          </Button>
        )}
      </Stack>
      <Dialog
        open={isAsked}
        onClose={() => setAsked(false)}
        title={t('people.removeTitle', { name: person?.name ?? '' })}
        text={t('people.removeText')}
        actions={
          <>
            <Button wide variant="danger" onClick={handleYes}>
              {t('people.remove', { name: person?.name ?? '' })}
            </Button>
            <Button wide variant="quiet" onClick={() => setAsked(false)}>
              {t('people.keep')}
            </Button>
          </>
        }
      />
    </form>
  );
}

const refusalSchema = z.object({ reason: z.enum(personRefusals) });

function wordsOf(error: Error): string {
  const failure = error instanceof ApiError && error.failure.kind === 'refused' ? error.failure : undefined;
  const read = failure?.code === personRefused ? z.safeParse(refusalSchema, failure.data) : undefined;
  if (read?.success) return i18next.t(`house:people.refused.${read.data.reason}`);
  return failure ? i18next.t('staff:refused', { msg: failure.msg }) : i18next.t('staff:failed');
}
