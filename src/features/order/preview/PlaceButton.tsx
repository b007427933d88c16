import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { keyframes, styled } from 'styled-components';
import { useCartStatus, useOrderPlace } from '#src/cart/hooks.ts';
import { useDiner } from '#src/diner/diner.ts';
import { Button } from '#ui/controls/Button.tsx';
import { toastDuration } from '#ui/feedback/show-toast.ts';
import { useLanguage } from '#ui/routes/language.ts';
import { formatMoney } from '#projections/bill/format-money.ts';
import { colour, space } from '#ui/theme/tokens.ts';
import { useClosedState } from '../opening/use-opening.ts';
import { useIsAlone } from '../together/seats.ts';
import type { OrderDraft } from './use-order-draft.ts';
import type { Placing } from './use-placing.ts';

interface Props {
  readonly draft: OrderDraft;
  readonly placing: Placing;
  /** Defined if blocked lines must be left out first. The button does that instead. */
  readonly leaveOutBlocked: (() => void) | undefined;
  /** The order is for a later time, so the restaurant may be closed now. */
  readonly isPreorder: boolean;
  onPlace(): void;
}

/** The button at the end of the review. Above it stands why the order cannot be placed, or why it failed. */
export function PlaceButton({ draft, placing, leaveOutBlocked, isPreorder, onPlace }: Props) {
  const opening = useClosedState();
  const closed = isPreorder && opening?.state === 'closed' ? undefined : opening?.text;
  const { t } = useTranslation('cart');
  const { currency } = useOrderPlace();
  const language = useLanguage();
  const { total, canPlace, isEmpty, isStopped } = draft;
  const { state, problem } = placing;
  const reasonId = useId();
  const block = useBlock(draft) ?? closed;
  const notice = useConfirmation();
  const reason = isEmpty || state !== 'idle' ? undefined : (block ?? notice);

  if (state === 'unknown')
    return (
      <Button wide onClick={() => placing.checkAgain()}>
        {t('place.checkAgain')}
      </Button>
    );
  const action =
    total === undefined
      ? t('place.action')
      : t('place.actionFor', { price: formatMoney(total, currency, language) });
  return (
    <>
      {problem !== undefined && closed === undefined && !isEmpty && !isStopped && (
        <AfterToast>{problem}</AfterToast>
      )}
      {reason !== undefined && (
        <Reason as={isStopped ? Problem : undefined} id={reasonId}>
          {reason}
        </Reason>
      )}
      {leaveOutBlocked && state === 'idle' ? (
        <Button wide aria-describedby={reasonId} onClick={leaveOutBlocked}>
          {t('leaveOut')}
        </Button>
      ) : (
        <Button
          wide
          busy={state === 'busy'}
          disabled={(!canPlace || closed !== undefined) && state === 'idle'}
          aria-describedby={reason === undefined ? undefined : reasonId}
          onClick={onPlace}
        >
          {state === 'busy' ? t('place.busy') : action}
        </Button>
      )}
    </>
  );
}

/** Why the order cannot be placed; undefined if it can. */
function useBlock({ blocked, isStopped, lacksTotal }: OrderDraft): string | undefined {
  const { t } = useTranslation('cart');
  const language = useLanguage();
  const { mayLeaveOut } = useCartStatus();
  if (!isStopped) return lacksTotal ? t('place.needsTotal') : undefined;
  return t(mayLeaveOut ? 'place.leaveOutBlocked' : 'place.takeOutBlocked', {
    dishes: new Intl.ListFormat(language).format(new Set(blocked.lines.map(({ name }) => name))),
  });
}

/** Announces the code that a guest gets before the order goes out; undefined for members, and where guests may order. */
function useConfirmation(): string | undefined {
  const { t } = useTranslation('cart');
  const { merchant } = useOrderPlace();
  const { isMember } = useDiner();
  const isAlone = useIsAlone();
  if (isMember || merchant?.guestOrders) return undefined;
  return t(isAlone ? 'place.confirmAlone' : 'place.confirm');
}

const Reason = styled.p`
  padding-bottom: ${space.sm};
  color: ${colour('textMuted')};
`;

const Problem = styled(Reason)`
  color: ${colour('danger')};
`;

const appear = keyframes`
  from {
    visibility: hidden;
  }
`;

/** It appears only when the toast with the same words has gone. */
const AfterToast = styled(Problem)`
  animation: ${appear} ${toastDuration}ms step-end;
`;
