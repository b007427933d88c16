import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { StaffTable } from '#contract/calls/staff.ts';
import { size, space } from '#ui/theme/tokens.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Banner } from '#ui/feedback/Banner.tsx';
import { Stack, Text } from '#ui/primitives.tsx';
import { Problem } from '../orders/sheets/Problem.tsx';
import { useMoveSession } from './use-move-session.ts';

interface Props {
  readonly table: StaffTable;
  readonly sessionId: string;
  readonly tables: readonly StaffTable[];
  /** ISO 4217 */
  readonly currency: string;
  onDone(): void;
}

/** CX19: where a party sits from now on: at a free table, or as one party with another one's. */
export function MoveSession({ table, sessionId, tables, currency, onDone }: Props) {
  const { t } = useTranslation('staff');
  const { move, isPending, problem } = useMoveSession(currency);
  const [partner, setPartner] = useState<StaffTable>();
  const { tableId, name } = table;
  const others = tables.filter((other) => other.tableId !== tableId);
  const free = others.filter(({ session }) => session === null);
  const occupied = others.filter(({ session }) => session !== null);
  const move = (other: StaffTable) =>
    move({
      tableId,
      otherId: other.tableId,
      sessionId,
      isMerge: false,
      says: t('seating.moved', { from: name, to: other.name }),
      onDone,
    });
  const merge = (other: StaffTable) =>
    move({
      tableId,
      otherId: other.tableId,
      sessionId,
      isMerge: true,
      intoSessionId: other.session?.id,
      says: t('seating.merged', { from: name, into: other.name }),
      onDone,
    });

  if (partner)
    return (
      <Stack $gap="lg">
        <Banner tone="warning">
          <Text $type="strong">{t('seating.mergeTitle', { from: name, into: partner.name })}</Text>
          <p>{t('seating.mergeText', { into: partner.name })}</p>
        </Banner>
        <Problem text={problem} />
        <Button wide busy={isPending} onClick={() => merge(partner)}>
          {t('seating.merge')}
        </Button>
        <Button wide variant="quiet" onClick={() => setPartner(undefined)}>
          {t('orders.keep')}
        </Button>
      </Stack>
    );
  return (
    <Stack $gap="xl">
      <Text>{t('seating.text')}</Text>
      <Problem text={problem} />
      <section>
        <Text as="h3" $below="sm" $type="label">
          {t('seating.free')}
        </Text>
        {free.length === 0 && <Text $colour="textMuted">{t('seating.noneFree')}</Text>}
        <Tables>
          {free.map((other) => (
            <li key={other.tableId}>
              <Button
                wide
                variant="secondary"
                busy={isPending}
                aria-label={t('seating.moveTo', { name: other.name })}
                onClick={() => move(other)}
              >
                {other.name}
              </Button>
            </li>
          ))}
        </Tables>
      </section>
      {occupied.length > 0 && (
        <section>
          <Text as="h3" $below="sm" $type="label">
            {t('seating.occupied')}
          </Text>
          <Tables>
            {occupied.map((other) => (
              <li key={other.tableId}>
                <Button
                  wide
                  variant="secondary"
                  aria-label={t('seating.mergeWith', { name: other.name })}
                  onClick={() => setPartner(other)}
                >
                  {other.name}
                </Button>
              </li>
            ))}
          </Tables>
        </section>
      )}
    </Stack>
  );
}

const Tables = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(${size.logo}, 1fr));
  gap: ${space.sm};
`;
