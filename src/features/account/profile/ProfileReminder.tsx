import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { isBeingLeft, getPageEntry } from '#ui/navigation/back-layer.ts';
import { matchRoute, type RouteName } from '#ui/routes/navigation.ts';
import { paymentStatus } from '#contract/states.ts';
import { useTableActiveOrder } from '#client/api/queries/diner-queries.ts';
import { useDiner } from '#src/diner/diner.ts';
import { usePopups } from '#src/popups/popups.ts';
import { sessionValue } from '#client/values/web-storage.ts';
import { useEffectWhen } from '#ui/timing/callback-hooks.ts';

/** How long a page must be open before the question, ms. Right after a login the app often opens another page. */
const askAfterMs = 400;

/** Session storage: the id of the member who closed the question. */
const declinedBy = 'profile-declined-by';

const notAskedOn: ReadonlySet<RouteName> = new Set([
  'notFound',
  'profile',
  'login',
  'orderDetail',
  'qrLanding',
  'selectGuests',
]);

/** On these pages diners choose and order. They are asked there only after the bill is paid. */
const orderingPages: ReadonlySet<RouteName> = new Set(['order', 'search']);

/**
 * Asks a member without a birthday to complete the profile (CB9).
 *
 * - If the app opens another page before the answer, it asks again there.
 * - After the diner has closed the question, it comes back only in the next visit or after the next login.
 * - It never comes between a diner and their order: on the pages of `orderingPages` it waits for the payment.
 * - It never covers an order, the guest count and the other pages of `notAskedOn`. It waits for the next page.
 */
export function ProfileReminder() {
  const { member, isMember, table } = useDiner();
  const popups = usePopups();
  const location = useLocation();
  const { pathname } = location;
  const currentPath = useRef(pathname);
  const lastQuestion = useRef(Promise.resolve());
  const page = matchRoute(pathname)?.name;
  const isComplete = !isMember || member?.birthday !== null || member.phone === '';
  const isOrdering = page !== undefined && orderingPages.has(page);
  const { data: order } = useTableActiveOrder(table, isOrdering && !isComplete);
  const isPaid = order?.paymentStatus === paymentStatus.fullyPaid;
  const isAllowedPage = page !== undefined && !notAskedOn.has(page) && (!isOrdering || isPaid);
  // Not while a layer is open over the page, for example while the diner places an order.
  const isUncovered = getPageEntry(location).key === location.key && location.state === null;
  const shouldAsk = isAllowedPage && isUncovered && !isComplete;

  useEffect(() => {
    currentPath.current = pathname;
  }, [pathname]);

  // After a logout, the next login asks again.
  useEffectWhen(!isMember, () => sessionValue.set(declinedBy, undefined));

  const ask = useEffectEvent(async (askedOn: string, memberId: string) => {
    if (currentPath.current !== askedOn || isBeingLeft(askedOn)) return;
    if (sessionValue.get(declinedBy) === memberId) return;
    if ((await popups.askProfile()) === false) sessionValue.set(declinedBy, memberId);
  });
  useEffect(() => {
    if (!shouldAsk || !member) return;
    const { id } = member;
    const timer = setTimeout(() => {
      // In sequence, because a closed popup uncovers the page before its answer is stored.
      lastQuestion.current = lastQuestion.current.then(() => ask(pathname, id));
    }, askAfterMs);
    return () => clearTimeout(timer);
  }, [shouldAsk, member, pathname]);

  return null;
}
