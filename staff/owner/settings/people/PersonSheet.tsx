import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { addPerson, changePerson, removePerson, type Person } from '#contract/calls/people.ts';
import { staffRoles, type StaffRole } from '#contract/staff-rights.ts';
import { request } from '#client/api/call/request.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Choices } from '#ui/controls/Choices.tsx';
import { Banner } from '#ui/feedback/Banner.tsx';
import { showToast } from '#ui/feedback/show-toast.ts';
import { Sheet } from '#ui/layers/Sheet.tsx';
import { Small, Stack } from '#ui/primitives.tsx';
import { isTooEasy, NameField, PinField } from '../../../fields/PersonFields.tsx';
import { Question } from '../../Question.tsx';
import { useBeforeLeaving } from '../../use-before-leaving.tsx';
import { describeFailure } from './failure-words.ts';

interface Props {
  /** The person to edit. Without it, a new person is created. */
  readonly person: Person | undefined;
  readonly isFirst: boolean;
  onClose(): void;
}

/** Edits name, role and PIN of a person, or removes the person. */
export function PersonSheet({ person, isFirst, onClose }: Props) {
  const { t } = useTranslation('house');
  const there = { name: person?.name ?? '', role: person?.role ?? (isFirst ? 'owner' : 'waiter') };
  const [name, setName] = useState(there.name);
  const [role, setRole] = useState<StaffRole>(there.role);
  const [pin, setPin] = useState('');
  const [isAsked, setAsked] = useState(false);
  const { save, remove } = usePersonChanges(person, onClose);
  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (!isTooEasy(pin)) save.mutate({ name, role, pin });
  };
  const failure = save.error ?? remove.error;
  const isDirty = name !== there.name || role !== there.role || pin !== '';
  const { question, unlessTyped } = useBeforeLeaving(isDirty);

  return (
    <Sheet
      open
      onClose={() => unlessTyped(onClose)}
      title={person ? t('people.changeOf', { name: person.name }) : t('people.add')}
    >
      <form onSubmit={handleSubmit}>
        <Stack $gap="lg">
          <NameField label={t('people.name')} value={name} onChange={setName} />
          <Stack $gap="xs">
            <Choices
              legend={t('people.roles')}
              value={role}
              onChange={setRole}
              options={staffRoles.map((value) => ({ value, label: t(`people.role.${value}`) }))}
            />
            <Small as="output">{t(`people.may.${role}`)}</Small>
          </Stack>
          <PinField
            label={t(person ? 'people.newPin' : 'people.pin')}
            hint={person && !person.needsPin ? t('people.newPinHint') : undefined}
            value={pin}
            onChange={setPin}
            required={!person || person.needsPin === true}
          />
          {failure && <Banner tone="danger">{describeFailure(failure)}</Banner>}
          <Button type="submit" wide busy={save.isPending}>
            {t(person ? 'save' : 'people.addYes')}
          </Button>
          {person && (
            <Button wide variant="danger" busy={remove.isPending} onClick={() => setAsked(true)}>
              {t('people.remove', { name: person.name })}
            </Button>
          )}
        </Stack>
        <Question
          open={isAsked}
          onClose={() => setAsked(false)}
          title={t('people.removeTitle', { name: person?.name ?? '' })}
          text={t('people.removeText')}
          yes={t('people.remove', { name: person?.name ?? '' })}
          no={t('people.keep')}
          onYes={() => person && remove.mutate(person)}
        />
      </form>
      {question}
    </Sheet>
  );
}

interface PersonFields {
  readonly name: string;
  readonly role: StaffRole;
  /** "" keeps the PIN of a person who has one. */
  readonly pin: string;
}

/** The calls that save and remove a person. @param onDone called once either has succeeded */
function usePersonChanges(person: Person | undefined, onDone: () => void) {
  const { t } = useTranslation('house');
  const queries = useQueryClient();
  const finish = async (says: string) => {
    showToast(says);
    onDone();
    await queries.invalidateQueries({ queryKey: ['staff'] });
  };
  const save = useMutation({
    mutationFn: async ({ name, role, pin }: PersonFields) =>
      person
        ? await request(changePerson, { body: { id: person.id, name, role, ...(pin !== '' && { pin }) } })
        : await request(addPerson, { body: { name, role, pin } }),
    onSuccess: (saved) => finish(t(person ? 'people.changed' : 'people.added', { name: saved.person.name })),
  });
  const remove = useMutation({
    mutationFn: ({ id }: Person) => request(removePerson, { body: { id } }),
    onSuccess: (_removed, { name }) => finish(t('people.removed', { name })),
  });
  return { save, remove };
}
