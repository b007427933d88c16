import { ChevronDown } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { orderStatus, paymentStatus } from '#contract/states.ts';
import type { StaffIdentity, StaffOrder } from '#contract/calls/staff.ts';
import { border, colour, radius, space, type } from '#src/kit/theme/tokens.ts';
import { Button } from '#src/kit/ui/controls/Button.tsx';
import { moneyText, Price } from '#src/kit/ui/text/Price.tsx';
import { Row, Stack, Text } from '#src/kit/ui/primitives.tsx';
import { correctedNow } from '#src/kit/api/server-clock.ts';
import { OrderLines } from './OrderLines.tsx';
import { useAct, type Wish } from '../calls/use-act.ts';
import { sayFailure } from '../calls/say-failure.ts';
import { useLanguage } from '#src/kit/routes/language.ts';
import { Dialog } from '#src/kit/ui/layers/Dialog.tsx';

/** One order: where it goes, what is new in it, and what may be done next. */
export function OrderCard({ order, staff }: { order: StaffOrder; staff: StaffIdentity }) {
  const { t } = useTranslation('staff');
  const isOpen = order.status === orderStatus.progressing;
  const isPaid = order.paymentStatus === paymentStatus.fullyPaid;
  const [shown, setShown] = useState(false);
  const { act, isPending } = useAct();
  const orderId = order.id;
  const minutes = useMinutesSince(order.updateAt);
  const facts = [
    t('orders.pieces', { count: order.pieces }),
    t('orders.rounds', { count: order.rounds }),
    order.tableId !== null && t('orders.guests', { count: order.guests }),
  ].filter((fact) => fact !== false);
  // What is new is to be read at once; of the others only when it is wanted.
  const showsLines = shown || (isOpen && order.newPieces > 0);

  return (
    <Card $fresh={isOpen && order.newPieces > 0}>
      <Row $gap="md" $align="baseline" $justify="space-between">
        <Text as="h3" $type="title">
          {order.tableName === null ? t('orders.toGo') : t('orders.table', { name: order.tableName })}
        </Text>
        <Text as="span" $type="strong">
          <Price amount={order.totalAmount} currency={staff.currency} />
        </Text>
      </Row>
      <Row as="p" $gap="md" $lineGap="none" $wrap $type="small" $colour="textMuted">
        <span>{order.serial}</span>
        <span>{facts.join(' · ')}</span>
        <span>{minutes === 0 ? t('orders.justNow') : t('orders.minutes', { count: minutes })}</span>
      </Row>
      {isOpen && order.newPieces > 0 && <New>{t('orders.new', { count: order.newPieces })}</New>}
      {!isOpen && (
        <Text $type="label" $colour="textMuted">
          {t(`orders.state.${isPaid ? 'paid' : stateOf(order.status)}`)}
        </Text>
      )}
      {showsLines ? (
        <OrderLines orderId={order.id} merchantId={staff.merchantId} />
      ) : (
        <Stack
          as="button"
          $align="center"
          $justify="center"
          $minHeight="touch"
          $colour="accentText"
          $ground="sunken"
          $radius="md"
          type="button"
          aria-label={t('orders.show', { serial: order.serial })}
          onClick={() => setShown(true)}
        >
          <ChevronDown aria-hidden />
        </Stack>
      )}
      {isOpen && (
        <Stack $gap="sm">
          {order.newPieces > 0 && (
            <Button
              wide
              busy={isPending}
              onClick={() =>
                act({ type: 'roundSent', orderId, round: order.rounds }, { onError: sayFailure })
              }
            >
              {t('orders.send')}
            </Button>
          )}
          <SettleOrder
            order={order}
            currency={staff.currency}
            busy={isPending}
            onSettle={(action) => act(wishOf(action, order), { onError: sayFailure })}
          />
        </Stack>
      )}
    </Card>
  );
}

function stateOf(status: number): 'completed' | 'cancelled' | 'merged' | 'unknown' {
  if (status === orderStatus.completed) return 'completed';
  if (status === orderStatus.cancelled) return 'cancelled';
  return status === orderStatus.beMerged ? 'merged' : 'unknown';
}

/** Whole minutes since a moment (ms), as they pass. */
function useMinutesSince(at: number): number {
  const [now, setNow] = useState(correctedNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(correctedNow()), 10_000);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.floor((now - at) / 60_000));
}

const Card = styled.li<{ $fresh: boolean }>`
  display: grid;
  gap: ${space.sm};
  padding: ${space.lg};
  background: ${colour('surface')};
  border: ${border.thick} solid ${({ $fresh }) => colour($fresh ? 'accentText' : 'line')};
  border-radius: ${radius.lg};
`;

const New = styled.p`
  justify-self: start;
  padding: ${space.hair} ${space.md};
  ${type.label};
  color: ${colour('onAccent')};
  background: ${colour('accent')};
  border-radius: ${radius.round};
`;

type Action = 'pay' | 'complete' | 'cancel';

function wishOf(action: Action, { id: orderId, owed, newPieces: unsent }: StaffOrder): Wish {
  if (action === 'pay') return { type: 'orderPaid', orderId, amount: owed, method: 'cash' };
  const outcome = action === 'cancel' ? 'cancelled' : 'completed';
  return { type: 'orderClosed', orderId, outcome, reason: '', owed, unsent };
}

interface SettleOrderProps {
  readonly order: StaffOrder;
  readonly currency: string;
  readonly busy: boolean;
  onSettle(action: Action): void;
}

/** How an order ends; what can't be taken back is asked first. */
function SettleOrder({ order, currency, busy, onSettle }: SettleOrderProps) {
  const { t } = useTranslation('staff');
  const language = useLanguage();
  const [asked, setAsked] = useState<'pay' | 'cancel'>();
  // The question stays while its dialog goes away.
  const [last, setLast] = useState<'pay' | 'cancel'>('pay');
  const ask = (action: 'pay' | 'cancel') => {
    setAsked(action);
    setLast(action);
  };
  const { serial, tableName } = order;
  const price = moneyText(order.totalAmount, currency, language);
  const payTitle =
    tableName === null
      ? t('orders.payTitleToGo', { serial, price })
      : t('orders.payTitle', { name: tableName, price });

  const handleYes = () => {
    setAsked(undefined);
    onSettle(last);
  };

  return (
    <Row $gap="xs" $wrap>
      <Button variant="secondary" busy={busy} onClick={() => ask('pay')}>
        {t('orders.pay')}
      </Button>
      <Button variant="quiet" onClick={() => onSettle('complete')}>
        {t('orders.complete')}
      </Button>
      <Button variant="quiet" onClick={() => ask('cancel')}>
        {t('orders.cancel')}
      </Button>
      <Dialog
        open={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title={last === 'pay' ? payTitle : t('orders.cancelTitle', { serial })}
        text={t(last === 'pay' ? 'orders.payText' : 'orders.cancelText')}
        actions={
          <>
            <Button wide variant={last === 'pay' ? 'primary' : 'danger'} onClick={handleYes}>
              {t(last === 'pay' ? 'orders.pay' : 'orders.cancel')}
            </Button>
            <Button wide variant="quiet" onClick={() => setAsked(undefined)}>
              {t('orders.keep')}
            </Button>
          </>
        }
      />
    </Row>
  );
}
