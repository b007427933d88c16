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

/** Moves a table session to a free table, or merges it into the session of another table. */
export function MoveSession({ table, sessionId, tables, currency, onDone }: Props) {
  const { t } = useTranslation('staff');
  const { run, isPending, problem } = useMoveSession(currency);
  const [partner, setPartner] = useState<StaffTable>();
  const { tableId, name } = table;
  const others = tables.filter((other) => other.tableId !== tableId);
  const free = others.filter(({ session }) => session === null);
  const occupied = others.filter(({ session }) => session !== null);
  const moveTo = (other: StaffTable) =>
    run({
      tableId,
      otherId: other.tableId,
      sessionId,
      isMerge: false,
      says: t('seating.moved', { from: name, to: other.name }),
      onDone,
    });
  const mergeInto = (other: StaffTable) =>
    run({
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
        <Button wide busy={isPending} onClick={() => mergeInto(partner)}>
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
      <TableChoice
        title={t('seating.free')}
        tables={free}
        none={t('seating.noneFree')}
        labelOf={(to) => t('seating.moveTo', { name: to })}
        busy={isPending}
        onChoose={moveTo}
      />
      {occupied.length > 0 && (
        <TableChoice
          title={t('seating.occupied')}
          tables={occupied}
          labelOf={(to) => t('seating.mergeWith', { name: to })}
          onChoose={setPartner}
        />
      )}
    </Stack>
  );
}

interface ChoiceProps {
  readonly title: string;
  readonly tables: readonly StaffTable[];
  /** Shown if there is no table to choose. */
  readonly none?: string;
  /** The accessible name of a table's button. */
  readonly labelOf: (name: string) => string;
  readonly busy?: boolean;
  readonly onChoose: (table: StaffTable) => void;
}

function TableChoice({ title, tables, none, labelOf, busy = false, onChoose }: ChoiceProps) {
  return (
    <section>
      <Text as="h3" $below="sm" $type="label">
        {title}
      </Text>
      {tables.length === 0 && <Text $colour="textMuted">{none}</Text>}
      <Tables>
        {tables.map((table) => (
          <li key={table.tableId}>
            <Button
              wide
              variant="secondary"
              busy={busy}
              aria-label={labelOf(table.name)}
              onClick={() => onChoose(table)}
            >
              {table.name}
            </Button>
          </li>
        ))}
      </Tables>
    </section>
  );
}

const Tables = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(${size.logo}, 1fr));
  gap: ${space.sm};
`;
