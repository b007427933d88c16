import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { DataOf } from '#contract/call.ts';
import type { staffOverview, StaffIdentity, StaffOrder, StaffTable } from '#contract/calls/staff.ts';
import { helpKinds } from '#contract/calls/help.ts';
import { useLanguage } from '#src/kit/routes/language.ts';
import { border, colour, motion, radius, size, space } from '#src/kit/theme/tokens.ts';
import { Stack, Text } from '#src/kit/ui/primitives.tsx';
import { openCalls } from '../calling/open-calls.ts';
import { TableActions } from './TableActions.tsx';

type Overview = DataOf<typeof staffOverview>;
type State = 'free' | 'seated' | 'ordered' | 'fresh';

/** Every table with the party at it; a tap opens what can be done there. */
export function TableBoard({ overview, staff }: { overview: Overview | undefined; staff: StaffIdentity }) {
  const { t } = useTranslation('staff');
  const language = useLanguage();
  const [chosenId, setChosenId] = useState<string>();
  const [isOpen, setOpen] = useState(false);
  if (!overview) return null;
  const chosen = overview.tables.find(({ tableId }) => tableId === chosenId);
  const clock = new Intl.DateTimeFormat(language, { hour: 'numeric', minute: '2-digit' });

  return (
    <>
      <Grid>
        {overview.tables.map((table) => {
          const { tableId, name, session } = table;
          const state = stateOf(table, overview.orders);
          return (
            <li key={tableId}>
              <Card
                type="button"
                $state={state}
                aria-label={t('tables.manage', { name })}
                onClick={() => {
                  setChosenId(tableId);
                  setOpen(true);
                }}
              >
                <Text as="span" $type="title">
                  {name}
                </Text>
                <Text as="span" $type="label">
                  {t(`tables.${state}`)}
                </Text>
                {session && (
                  <Stack as="span" $type="small" $colour="textMuted">
                    {openCalls([table]).map(({ helpId, kind }) => (
                      <strong key={helpId}>
                        {t(`calls.short.${helpKinds.find((each) => each === kind) ?? 'waiter'}`)}
                      </strong>
                    ))}
                    {session.isDamaged && <span>{t('tables.damaged')}</span>}
                    <span>
                      {t('tables.guests', { count: session.guests })} ·{' '}
                      {t('tables.phones', { count: session.diners.length })}
                    </span>
                    {session.cartPieces > 0 && (
                      <span>{t('tables.inCart', { count: session.cartPieces })}</span>
                    )}
                    <span>{t('tables.since', { time: clock.format(session.openedAt) })}</span>
                  </Stack>
                )}
              </Card>
            </li>
          );
        })}
      </Grid>
      {chosen && (
        <TableActions
          key={chosen.tableId}
          table={chosen}
          staff={staff}
          open={isOpen}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

function stateOf({ session, orderId }: StaffTable, orders: readonly StaffOrder[]): State {
  if (!session) return 'free';
  const order = orders.find(({ id }) => id === orderId);
  if (!order) return 'seated';
  return order.newPieces > 0 ? 'fresh' : 'ordered';
}

const Grid = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(${size.readable}, 1fr));
  gap: ${space.md};
`;

const grounds = { free: 'page', seated: 'surface', ordered: 'successSoft', fresh: 'accentSoft' } as const;

const Card = styled.button<{ $state: State }>`
  display: grid;
  align-content: start;
  gap: ${space.xs};
  width: 100%;
  height: 100%;
  min-height: ${size.logo};
  padding: ${space.lg};
  text-align: start;
  background: ${({ $state }) => colour(grounds[$state])};
  border: ${border.thick} solid ${({ $state }) => colour($state === 'fresh' ? 'accentText' : 'line')};
  border-radius: ${radius.lg};
  transition: transform ${motion.quick} ${motion.out};

  &:active {
    transform: scale(0.97);
  }
`;
