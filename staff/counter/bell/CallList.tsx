import { ConciergeBell, GlassWater, ReceiptText } from 'lucide-react';
import { nanoid } from 'nanoid';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { answerHelp } from '#contract/calls/help.ts';
import { border, colour, radius, space } from '#ui/theme/tokens.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Text, Tiles } from '#ui/primitives.tsx';
import { notifyDone } from '../../acts/last-act.ts';
import { useStaffChange } from '../../calls/staff-queries.ts';
import { countMinutesSince } from '../../orders/board/board-order.ts';
import { useNow } from '../../use-now.ts';
import { callKind, type OpenCall } from './open-calls.ts';

/** How often the waiting times are updated, ms. */
const minutesPassMs = 10_000;

const icons = { waiter: ConciergeBell, water: GlassWater, bill: ReceiptText, part: ReceiptText } as const;

/** The calls of tables. One tap answers a call. */
export function CallList({ calls }: { calls: readonly OpenCall[] }) {
  const { t } = useTranslation('staff');
  const now = useNow(minutesPassMs);
  return (
    <section aria-label={t('calls.title')} hidden={calls.length === 0}>
      <Tiles $least="card" $gap="md" $below="lg">
        {calls.map((call) => (
          <Call key={call.helpId} call={call} now={now} />
        ))}
      </Tiles>
    </section>
  );
}

function Call({ call, now }: { call: OpenCall; now: number }) {
  const { t } = useTranslation('staff');
  const { sessionId, helpId, tableName, userName, part, askedAt } = call;
  const wanted = callKind(call);
  const Icon = icons[wanted];
  const minutes = countMinutesSince(askedAt, now);
  const facts = [
    ...(userName === '' || userName === part ? [] : [userName]),
    minutes === 0 ? t('calls.now') : t('orders.waits.fine', { minutes }),
  ];
  const says = t(`calls.kind.${wanted}`, {
    table: t('orders.table', { name: tableName }),
    name: part || t('calls.somebody'),
  });
  const answering = t('calls.answerTo', { call: says });
  const answer = useStaffChange(answerHelp, ({ undoUntil }, { actId = '' }) => {
    if (undoUntil !== null) notifyDone(answering, { sessionId, actId }, undoUntil);
  });

  return (
    <Card>
      <Icon aria-hidden />
      <Words>
        <Text $type="strong" $breaks>
          {says}
        </Text>
        <Text $type="small">{facts.join(' · ')}</Text>
      </Words>
      <Button
        busy={answer.isPending}
        aria-label={answering}
        onClick={() => {
          // The button disappears. Keyboard users continue at the orders.
          document.querySelector('main')?.focus({ preventScroll: true });
          answer.mutate({ sessionId, helpId, actId: nanoid() });
        }}
      >
        {t('calls.answer')}
      </Button>
    </Card>
  );
}

const Card = styled.li`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space.sm} ${space.md};
  padding: ${space.md} ${space.lg};
  background: ${colour('accentSoft')};
  border: ${border.thick} solid ${colour('accentText')};
  border-radius: ${radius.lg};

  > svg {
    flex: none;
    color: ${colour('accentText')};
  }
`;

const Words = styled.div`
  flex: 1;
`;
