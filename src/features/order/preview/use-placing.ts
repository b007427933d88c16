import { codeRefusals } from '#contract/calls/code-budget.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { codes } from '#contract/codes.ts';
import { totalChanged } from '#contract/calls/order.ts';
import { checkOrderCode } from '#contract/calls/table.ts';
import { ApiError } from '#client/api/api-error.ts';
import { logBehaviour } from '#client/api/behaviour/behaviour-log.ts';
import { request } from '#client/api/call/client.ts';
import { isRegistered } from '#client/api/diner-state.ts';
import { restoreMember } from '#src/diner/member.ts';
import { useDiner } from '#src/diner/diner.ts';
import { useLanguage, useLinks } from '#ui/routes/language.ts';
import { usePopups } from '#src/popups/popups.ts';
import type { CartEngine } from '#client/engine/cart-engine.ts';
import type { TableLine } from '#client/cart/table-cart.ts';
import type { PlaceResult } from '#sync/ports/effect.ts';
import type { PlaceRequest } from '#sync/ports/input.ts';
import { useCartEngine, useOrderPlace } from '#src/cart/hooks.ts';
import { linesBrought } from '#client/bring-lines.ts';
import { isPlacing } from '#client/engine/placing.ts';
import { refusalWords } from './refusal-words.ts';
import { announce } from '#ui/feedback/Announcer.tsx';
import { showToast } from '#ui/feedback/show-toast.ts';
import { useNextEngine } from '#src/add-to-cart/use-add-to-cart.ts';

export interface CodeError {
  readonly text: string;
}

/** How long an order waits for the dishes of the guest that the diner was, ms. */
const longestMove = 60_000;

interface Wish {
  /** Empty: none was typed (D7). */
  readonly orderCode: string;
  readonly userCouponIds: readonly string[];
  /** O5: which lines stay in the cart; looked at when the order leaves, for the others go on choosing. */
  readonly isLeftOut: (line: TableLine) => boolean;
  /** O1: the total on the button; undefined: none has come yet, or the server tells none. */
  readonly shownTotal?: string | undefined;
  /** The server takes orders and tells no totals (P5). */
  readonly isUnsaid?: boolean;
}

/** Places the order: members only, so a guest logs in first and the placing goes on by itself (D11). */
export function usePlacing() {
  const { t } = useTranslation(['cart', 'common']);
  const { merchantId, orderCodeRequired } = useOrderPlace();
  const { isMember } = useDiner();
  const popups = usePopups();
  const engine = useCartEngine();
  const nextEngine = useNextEngine();
  const navigate = useNavigate();
  const links = useLinks();
  const language = useLanguage();
  const queries = useQueryClient();
  /** `unknown`: no answer came, so asking again comes before ordering again (O2). */
  const [state, setState] = useState<'idle' | 'busy' | 'unknown'>('idle');
  useEffect(() => {
    if (state !== 'unknown') return;
    isPlacing.next(true);
    return () => isPlacing.next(false);
  }, [state]);
  useEffect(() => () => isPlacing.next(false), []);
  /** Another object at every attempt. */
  const [codeError, setCodeError] = useState<CodeError>();
  const [problem, setProblem] = useState<string>();

  const say = (text: string) => {
    showToast(text);
    setProblem(text);
  };

  /** The engine of a member, after logging in if need be; undefined when the diner would not. */
  const memberEngine = async (): Promise<CartEngine | undefined> =>
    (await popups.askLogin()) ? nextEngine() : undefined;

  const settle = async (result: PlaceResult | undefined, running: CartEngine, wish: Wish) => {
    switch (result?.kind) {
      case 'placed': {
        // Its word of what stays may come after the answer.
        const hasLeft = running.cart.value.carts.some(({ lines }) => lines.some(wish.isLeftOut));
        logBehaviour('order-placed', { order: result.order.id });
        await queries.invalidateQueries({ queryKey: ['table-active-order'] });
        await queries.invalidateQueries({ queryKey: ['order', result.order.id] });
        for (const queryKey of [['orders'], ['coupons']]) void queries.invalidateQueries({ queryKey });
        // How many coupons are left.
        void restoreMember().catch((error: unknown) => console.warn('the member could not be read', error));
        await navigate(links.orderDetail(merchantId, result.order.id), { replace: true });
        // The same dishes once more cost what a further round costs: the coupon is used.
        queries.removeQueries({ queryKey: ['preview'] });
        // What is in, and what is left in the cart, stands on its page, which a toast would cover.
        announce(t(hasLeft ? 'place.placedPart' : 'place.placed'));
        return;
      }
      case 'unknown':
        setState('unknown');
        return;
      case 'notSent':
        say(t(notSentWords[result.reach]));
        break;
      case 'refused':
        if (result.neverArrived) {
          say(t('place.neverArrived'));
          break;
        }
        await refused(result.code, result.msg, running, wish);
        return;
      case undefined:
        break;
    }
    setState('idle');
  };

  const refused = async (code: number, msg: string, running: CartEngine, wish: Wish) => {
    logBehaviour('order-refused', { code: String(code) });
    if (code === codes.orderCodeMiss) {
      setCodeError({ text: wish.orderCode === '' ? t('code.missing') : t('code.wrong') });
      setState('idle');
      return;
    }
    if (code === codeRefusals.orderCodesSpent) {
      setCodeError({ text: t('code.spent') });
      setState('idle');
      return;
    }
    const lines = running.cart.value.carts.flatMap((each) => each.lines);
    const dishes = lines.map(({ item }) => item.name ?? '');
    const words = refusalWords(t, { code, msg, isMember: isRegistered(), dishes, language });
    // CE3: whoever is a member already cannot log in for it; the words stand, and the next attempt is free.
    if (code === codes.guestModeDoesNotSupportPlacingOrders && !isRegistered()) {
      say(words);
      const member = await memberEngine();
      if (member) return settle(await send(member, wish), member, wish);
    } else {
      // The refusal showed these to be out of date. The diner is told when they can look and order again.
      for (const queryKey of staleAfter(code)) await queries.invalidateQueries({ queryKey });
      say(words);
    }
    setState('idle');
  };

  const attempt = async (work: () => Promise<void>) => {
    setState('busy');
    setProblem(undefined);
    setCodeError(undefined);
    try {
      await work();
    } catch (error) {
      console.error('placing the order', error);
      say(t('place.failed'));
      setState('idle');
    }
  };

  const place = async (wish: Wish) => {
    const running = engine && (isMember ? engine : await memberEngine());
    // A guest may be refused the total. After the login it comes, and the diner orders at it.
    const hasSeenTotal = wish.shownTotal !== undefined || wish.isUnsaid === true;
    if (!running || !hasSeenTotal) {
      setState('idle');
      return;
    }
    if (wish.orderCode !== '' && (await isWrongCode(wish.orderCode))) {
      setCodeError({ text: t('code.wrong') });
      setState('idle');
      return;
    }
    await settle(await send(running, wish), running, wish);
  };

  const send = async (running: CartEngine, wish: Wish): Promise<PlaceResult> => {
    // An attempt from before a reload may have gone through: what became of it comes first (O2).
    const earlier = await running.resumePlacement();
    if (earlier?.kind === 'placed' || earlier?.kind === 'unknown') return earlier;
    // A server may take into the order the sender's own dishes alone, so those of the guest come along first (D43).
    const isTooLate = new Promise((resolve) => setTimeout(resolve, longestMove, true));
    if (await Promise.race([linesBrought(), isTooLate])) return { kind: 'notSent', reach: 'silent' };
    isPlacing.next(true);
    const result = await running.place(requestOf(wish, running));
    isPlacing.next(result.kind === 'unknown');
    return result;
  };

  // O2: the phone goes on asking by itself; the diner may, too.
  const known = useEffectEvent((result: PlaceResult | undefined, running: CartEngine) =>
    attempt(() => settle(result, running, nothing)),
  );
  useEffect(() => {
    if (state !== 'unknown' || !engine) return;
    let left = false;
    void engine.waitForPlacement().then((result) => (left ? undefined : known(result, engine)));
    return () => {
      left = true;
    };
  }, [state, engine]);

  return {
    state,
    codeError,
    problem,
    place(wish: Wish) {
      if (state !== 'idle') return;
      if (orderCodeRequired && wish.orderCode === '') setCodeError({ text: t('code.missing') });
      else void attempt(() => place(wish));
    },
    checkAgain() {
      if (state !== 'unknown' || !engine) return;
      void attempt(async () => settle(await engine.resumePlacement(), engine, nothing));
    },
  };
}

/** P5: no connection is told apart from an answer that nobody can read. */
const notSentWords = {
  answered: 'place.notSent',
  silent: 'place.noConnection',
  unreadable: 'common:failure.unreadable',
  failing: 'common:failure.other',
} as const satisfies Record<Extract<PlaceResult, { kind: 'notSent' }>['reach'], string>;

/** D7: the code is checked before it goes with the order; without an answer the order itself will tell. */
async function isWrongCode(code: string): Promise<boolean> {
  try {
    return !(await request(checkOrderCode, { params: { code } })).valid;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return false;
  }
}

const nothing: Wish = { orderCode: '', userCouponIds: [], isLeftOut: () => false };

function requestOf(
  { orderCode, userCouponIds, isLeftOut, shownTotal }: Wish,
  { cart }: CartEngine,
): PlaceRequest {
  const left = cart.value.carts.flatMap((each) => each.lines).filter(isLeftOut);
  const without = left.length > 0 ? left.map(({ lineId }) => lineId) : undefined;
  return { orderCode: orderCode || undefined, userCouponIds, without, shownTotal };
}

/** CE2, CE4, CE8: what to load again after a refusal, beside the cart. */
function staleAfter(code: number): readonly (readonly string[])[] {
  switch (code) {
    case codes.soldOut:
    case codes.fewerLeft:
    case codes.pleaseAddItAgainToYourCart:
    case totalChanged:
      return [['menu'], ['preview']];
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
