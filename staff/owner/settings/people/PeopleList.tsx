import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { freePin, listPeople, type Person } from '#contract/calls/people.ts';
import { request } from '#client/api/call/request.ts';
import { Button } from '#ui/controls/Button.tsx';
import { showToast } from '#ui/feedback/show-toast.ts';
import { Small, Stack, Text } from '#ui/primitives.tsx';
import { sayFailure } from '../../../calls/say-failure.ts';
import { Loaded } from '../../Loaded.tsx';
import { ListCard } from '../../ListCard.tsx';
import { PersonSheet } from './PersonSheet.tsx';
import { useClock } from '../../../use-clock.ts';

/** The people who work here, each with a role and a PIN. */
export function PeopleList() {
  const { t } = useTranslation('house');
  const people = useQuery({
    queryKey: ['staff', 'people'],
    queryFn: async () => (await request(listPeople, {})).people,
  });
  const [isOpen, setOpen] = useState(false);
  const [asked, setAsked] = useState<Person>();
  const open = (person?: Person) => {
    setAsked(person);
    setOpen(true);
  };

  return (
    <section>
      <Text as="h2" $type="heading">
        {t('people.title')}
      </Text>
      <Small $below="md">{t('people.text')}</Small>
      <Loaded query={people}>
        {(all) => (
          <>
            {all.length === 0 && <Text $below="md">{t('people.none')}</Text>}
            <Stack as="ul" $gap="sm" $below="md">
              {all.map((person) => (
                <PersonCard key={person.id} person={person} onChange={() => open(person)} />
              ))}
            </Stack>
            <Button variant="secondary" onClick={() => open()}>
              <UserPlus aria-hidden />
              {t('people.add')}
            </Button>
          </>
        )}
      </Loaded>
      {isOpen && (
        <PersonSheet person={asked} isFirst={people.data?.length === 0} onClose={() => setOpen(false)} />
      )}
    </section>
  );
}

/** A person, with a button that frees a PIN which was locked after wrong attempts. */
function PersonCard({ person, onChange }: { person: Person; onChange(): void }) {
  const { t } = useTranslation('house');
  const { id, name, role, needsPin, shutOutUntil } = person;
  const when = useClock({ dateStyle: 'medium', timeStyle: 'short' });
  const queries = useQueryClient();
  const free = useMutation({
    mutationFn: () => request(freePin, { body: { id } }),
    onSuccess: async () => {
      showToast(t('people.freed', { name }));
      await queries.invalidateQueries({ queryKey: ['staff', 'people'] });
    },
    onError: sayFailure,
  });

  return (
    <ListCard
      name={name}
      facts={
        <>
          <Small>{`${t(`people.role.${role}`)} · ${t(`people.may.${role}`)}`}</Small>
          {needsPin && (
            <Text $type="small" $colour="danger">
              {t('people.needsPin')}
            </Text>
          )}
          {shutOutUntil !== undefined && (
            <Text $type="small" $colour="danger">
              {t('people.shutOut', { time: when.format(shutOutUntil) })}
            </Text>
          )}
        </>
      }
    >
      {shutOutUntil !== undefined && (
        <Button variant="secondary" busy={free.isPending} onClick={() => free.mutate()}>
          {t('people.free')}
        </Button>
      )}
      <Button variant="secondary" aria-label={t('people.changeOf', { name })} onClick={onChange}>
        {t('people.change')}
      </Button>
    </ListCard>
  );
}
