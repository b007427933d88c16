/**
 * Places the order and follows it until its outcome is known.
 *
 *     idle ──place──→ busy ──placed──────────→ the page of the order
 *                     ↑  ├───refused, not sent─→ idle, with `problem` or `codeError`
 *                     │  ├───login closed──────→ idle
 *                     │  └───no answer─────────→ unknown
 *                     │                             │
 *                     └─────────────────────────────┘
 *                       the engine gets the outcome, or the diner checks again
 *
 * Only members can place an order, unless the restaurant lets guests order with the table's code. A guest logs in first, and then the order goes on by itself.
 * After `unknown` the order is never sent a second time before the outcome of the first attempt is known.
 */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#client/api/api-error.ts';
import { logBehaviour } from '#client/api/behaviour/behaviour-log.ts';
import { request } from '#client/api/call/request.ts';
import { isRegistered } from '#client/api/diner-state.ts';
import type { CartEngine } from '#client/engine/cart-engine.ts';
import { codeRefusals } from '#contract/calls/code-budget.ts';
import { orderingRefusals } from '#contract/calls/opening.ts';
import { totalChanged } from '#contract/calls/order.ts';
import { checkOrderCode } from '#contract/calls/table.ts';
import { codes } from '#contract/codes.ts';
import { useNextEngine } from '#src/add-to-cart/use-add-to-cart.ts';
import { useCartEngine, useOrderPlace } from '#src/cart/hooks.ts';
import { useDiner } from '#src/diner/diner.ts';
import { usePopups } from '#src/popups/popups.ts';
import type { PlaceResult } from '#sync/ports/effect.ts';
import { useLanguage } from '#ui/routes/language.ts';
import { describeRefusal } from './refusal-words.ts';
import { sendOrder, type PlaceCommand } from './send-order.ts';
import { useAttempt, type Attempt } from './use-attempt.ts';
import { useShowPlaced } from './use-show-placed.ts';

export interface Placing extends Pick<Attempt, 'state' | 'codeError' | 'problem'> {
  place(command: PlaceCommand): void;
  /** Asks for the outcome of an attempt whose answer did not come. */
  checkAgain(): void;
}

export function usePlacing(): Placing {
  const { t } = useTranslation(['cart', 'common']);
  const { merchant, orderCodeRequired } = useOrderPlace();
  const { isMember } = useDiner();
  const popups = usePopups();
  const engine = useCartEngine();
  const nextEngine = useNextEngine();
  const attempt = useAttempt();
  const showPlaced = useShowPlaced();
  const explainRefusal = useExplainRefusal(attempt);

  /** The engine of a member, after the login if that is needed; undefined if the diner closes the login. */
  const waitForMemberEngine = async (): Promise<CartEngine | undefined> =>
    (await popups.askLogin()) ? nextEngine() : undefined;

  const handleResult = async (
    result: PlaceResult | undefined,
    running: CartEngine,
    command: PlaceCommand,
  ): Promise<void> => {
    switch (result?.kind) {
      case 'placed':
        return showPlaced(result.order.id, running, command);
      case 'unknown':
        return attempt.waitForOutcome();
      case 'notSent':
        attempt.explain(t(notSentWords[result.reach]));
        return attempt.end();
      case 'refused':
        if (!result.neverArrived) return handleRefusal(result, running, command);
        attempt.explain(t('place.neverArrived'));
        return attempt.end();
      case undefined:
        return attempt.end();
    }
  };

  const handleRefusal = async (refusal: Refusal, running: CartEngine, command: PlaceCommand) => {
    logBehaviour('order-refused', { code: String(refusal.code) });
    await explainRefusal(refusal, running, command);
    // A member gains nothing from another login, so for them this is a refusal like any other.
    if (refusal.code === codes.guestModeDoesNotSupportPlacingOrders && !isRegistered()) {
      const member = await waitForMemberEngine();
      if (member) return handleResult(await sendOrder(member, command), member, command);
    }
    attempt.end();
  };

  const place = async (command: PlaceCommand): Promise<void> => {
    const running = engine && (isMember || merchant?.guestOrders ? engine : await waitForMemberEngine());
    // The server may show totals to members only. The diner sees the total after the login, and then taps again.
    const hasSeenTotal = command.shownTotal !== undefined || command.isUnsaid === true;
    if (!running || !hasSeenTotal) return attempt.end();
    if (command.orderCode !== '' && (await isWrongCode(command.orderCode)))
      return attempt.rejectCode(t('code.wrong'));
    await handleResult(await sendOrder(running, command), running, command);
  };

  useLateOutcome(attempt.state === 'unknown' ? engine : undefined, (result, running) =>
    attempt.run(() => handleResult(result, running, emptyCommand)),
  );

  const { state, codeError, problem } = attempt;
  return {
    state,
    codeError,
    problem,
    place(command) {
      if (state !== 'idle') return;
      if (orderCodeRequired && command.orderCode === '') attempt.rejectCode(t('code.missing'));
      else void attempt.run(() => place(command));
    },
    checkAgain() {
      if (state !== 'unknown' || !engine) return;
      void attempt.run(async () => handleResult(await engine.resumePlacement(), engine, emptyCommand));
    },
  };
}

type Refusal = Extract<PlaceResult, { kind: 'refused' }>;

/**
 * Explains why the order was refused. The text is at the field of the order code, or it is a toast. The toast comes after
 * the outdated data was fetched again, so that the diner can correct the order at once.
 */
function useExplainRefusal(attempt: Attempt) {
  const { t } = useTranslation(['cart', 'common']);
  const language = useLanguage();
  const queries = useQueryClient();
  return async ({ code, msg }: Refusal, { cart }: CartEngine, { orderCode }: PlaceCommand): Promise<void> => {
    if (code === codes.orderCodeMiss)
      return attempt.rejectCode(orderCode === '' ? t('code.missing') : t('code.wrong'));
    if (code === codeRefusals.orderCodesSpent) return attempt.rejectCode(t('code.spent'));
    const dishes = cart.value.carts.flatMap((each) => each.lines).map(({ item }) => item.name ?? '');
    const words = describeRefusal(t, { code, msg, isMember: isRegistered(), dishes, language });
    for (const queryKey of listOutdatedQueries(code)) await queries.invalidateQueries({ queryKey });
    attempt.explain(words);
  };
}

/** While the outcome is unknown the engine asks the server for it again and again. This calls `handle` with the answer. */
function useLateOutcome(
  engine: CartEngine | undefined,
  handle: (result: PlaceResult | undefined, engine: CartEngine) => Promise<void>,
): void {
  const newest = useEffectEvent(handle);
  useEffect(() => {
    if (!engine) return;
    let isStopped = false;
    void engine.waitForPlacement().then((result) => (isStopped ? undefined : newest(result, engine)));
    return () => {
      isStopped = true;
    };
  }, [engine]);
}

/** Why the order did not reach the server: no connection, an answer that the app cannot read, or a failing server. */
const notSentWords = {
  answered: 'place.notSent',
  silent: 'place.noConnection',
  unreadable: 'common:failure.unreadable',
  failing: 'common:failure.other',
} as const satisfies Record<Extract<PlaceResult, { kind: 'notSent' }>['reach'], string>;

/** Checks the order code on its own first. If the server refuses to answer, the order itself will be refused instead. */
async function isWrongCode(code: string): Promise<boolean> {
  try {
    return !(await request(checkOrderCode, { params: { code } })).valid;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return false;
  }
}

/** The command of an attempt whose outcome came late. Its details are no longer needed. */
const emptyCommand: PlaceCommand = { orderCode: '', userCouponIds: [], isLeftOut: () => false };

/** The queries whose answers this refusal has shown to be outdated, apart from the cart. */
function listOutdatedQueries(code: number): readonly (readonly string[])[] {
  switch (code) {
    case codes.soldOut:
    case codes.fewerLeft:
    case codes.pleaseAddItAgainToYourCart:
    case totalChanged:
      return [['menu'], ['preview']];
    case orderingRefusals.restaurantClosed:
    case orderingRefusals.ordersPaused:
    case orderingRefusals.kitchenBusy:
      return [['opening']];
    case codes.couponUnusable:
      return [['coupons'], ['preview']];
    case codes.checkoutInProgress:
    case codes.orderHasCheckout:
    case codes.orderModified:
      return [['table-active-order'], ['order'], ['preview']];
    default:
      return [];
  }
}
