import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { removeDiner, type StaffTable } from '#contract/calls/staff.ts';
import { takeBackMs } from '#contract/limits.ts';
import { getCorrectedTime } from '#client/api/server-clock.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Avatar } from '#ui/diners/Avatar.tsx';
import { Dialog } from '#ui/layers/Dialog.tsx';
import { Row, Small, Stack, Text } from '#ui/primitives.tsx';
import { notifyDone } from '../acts/last-act.ts';
import { AllergyMark } from '../orders/dishes/AllergyMark.tsx';
import { useStaffChange } from '../calls/staff-queries.ts';
import { useClock } from '../use-clock.ts';

type Diner = NonNullable<StaffTable['session']>['diners'][number];

interface Props {
  readonly tableId: string;
  readonly diners: readonly Diner[];
  /** How many more diners sit there. */
  readonly more: number;
}

/** The diners at a table. Staff can remove each of them. */
export function TableDiners({ tableId, diners, more }: Props) {
  const { t } = useTranslation('staff');
  const clock = useClock({ hour: 'numeric', minute: '2-digit' });
  const nameDiner = (diner: Diner | undefined) => diner?.name || t('tables.thisPerson');
  const remove = useStaffChange(removeDiner, (_data, { userId }) => {
    const name = nameDiner(diners.find((diner) => diner.userId === userId));
    notifyDone(
      t('acts.removed', { name }),
      { removed: { tableId, userId } },
      getCorrectedTime() + takeBackMs,
    );
  });
  const [chosen, setChosen] = useState<Diner>();
  const [isAsked, setAsked] = useState(false);

  return (
    <section>
      <Text as="h3" $below="xs" $type="label">
        {t('tables.diners')}
      </Text>
      <ul>
        {diners.map((diner) => (
          <Row as="li" $gap="md" $align="center" $minHeight="control" key={diner.userId}>
            <Avatar userId={diner.userId} name={diner.name} />
            <Stack $grow>
              <Text as="span" $type="strong">
                {diner.name || t('tables.nameless')}
              </Text>
              <AllergyMark allergy={diner.allergy ?? ''} />
              <Text as="span" $type="small" $colour="textMuted">
                {t(diner.isMember ? 'tables.memberSince' : 'tables.guestSince', {
                  time: clock.format(diner.joinedAt),
                })}
              </Text>
            </Stack>
            <Button
              variant="quiet"
              busy={remove.isPending && chosen === diner}
              aria-label={t('tables.removeNamed', { name: nameDiner(diner) })}
              onClick={() => {
                setChosen(diner);
                setAsked(true);
              }}
            >
              {t('tables.remove')}
            </Button>
          </Row>
        ))}
      </ul>
      {more > 0 && <Small>{t('tables.moreDiners', { count: more })}</Small>}
      <Dialog
        open={isAsked}
        onClose={() => setAsked(false)}
        title={t('tables.removeTitle', { name: nameDiner(chosen) })}
        text={t('tables.removeText')}
        actions={
          <>
            <Button
              wide
              variant="danger"
              onClick={() => {
                setAsked(false);
                if (chosen) remove.mutate({ tableId, userId: chosen.userId });
              }}
            >
              {t('tables.remove')}
            </Button>
            <Button wide variant="quiet" onClick={() => setAsked(false)}>
              {t('orders.keep')}
            </Button>
          </>
        }
      />
    </section>
  );
}
