import { ConciergeBell } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Small } from '#ui/primitives.tsx';
import { styled } from 'styled-components';
import { colour, size } from '#ui/theme/tokens.ts';
import { describeActor, describeAct } from '#projections/replay/service-words.ts';
import type { PlacedService, TableOfLogs } from '../logs/table-of-logs.ts';
import { rowLook, Says, Time } from './row-parts.ts';

interface Props {
  readonly placed: PlacedService;
  readonly table: TableOfLogs;
  readonly time: Intl.DateTimeFormat;
  /** It is after the chosen moment. */
  readonly isAhead: boolean;
}

/** An event after an order, as a row among the cart's records. It has no number, because it is no record of a phone. */
export function ServiceRow({ placed: { event }, table, time, isAhead }: Props) {
  const { t } = useTranslation('support');
  const all = table.service.map((each) => each.event);
  return (
    <Row data-ahead={isAhead || undefined}>
      <ConciergeBell aria-label={t('service.after')} />
      <Time>{time.format(event.at)}</Time>
      <Says>
        <strong>{table.label(describeActor(t, event, table.nameOf))}</strong>{' '}
        {table.label(describeAct(t, event, all))}
      </Says>
      <Small as="span">{event.id}</Small>
    </Row>
  );
}

const Row = styled.div`
  ${rowLook};

  > svg {
    width: ${size.avatarLg};
    color: ${colour('accentText')};
  }
`;
