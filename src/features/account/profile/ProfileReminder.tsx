import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { isBeingLeft, pageEntry } from '#ui/navigation/back-layer.ts';
import { matchRoute, type RouteName } from '#ui/routes/navigation.ts';
import { useDiner } from '#src/diner/diner.ts';
import { usePopups } from '#src/popups/popups.ts';
import { sessionValue } from '#client/values/web-storage.ts';
import { useWhen } from '#ui/timing/use-steady.ts';

/** ms that a page stands before it is asked: right after the login the app often goes on. */
const askAfter = 400;

const declinedBy = 'profile-declined-by';

const notAskedOn: ReadonlySet<RouteName> = new Set([
  'notFound',
  'profile',
  'login',
  'orderDetail',
  'qrLanding',
  'selectGuests',
]);

/**
 * CB9, CB14: a member without a birthday is asked to complete the profile. Where the app
 * goes on to another page by itself, it is asked again there; once the diner has closed it, not before the next visit or login.
 * D11: neither an order's page is covered by it nor how many they are at the table; it comes when the diner goes on.
 */
export function ProfileReminder() {
  const { member, isMember } = useDiner();
  const popups = usePopups();
  const location = useLocation();
  const { pathname } = location;
  const here = useRef(pathname);
  const last = useRef(Promise.resolve());
  const page = matchRoute(pathname)?.name;
  const isPlace = page !== undefined && !notAskedOn.has(page);
  // Whatever is open over the page, such as an order being placed, is finished first.
  const isFree = pageEntry(location).key === location.key && location.state === null;
  const isWanted = isPlace && isFree && isMember && member?.birthday === null && member.phone !== '';

  useEffect(() => {
    here.current = pathname;
  }, [pathname]);

  // Each login asks anew.
  useWhen(!isMember, () => sessionValue.set(declinedBy, undefined));

  const ask = useEffectEvent(async (askedOn: string, memberId: string) => {
    if (here.current !== askedOn || isBeingLeft(askedOn)) return;
    if (sessionValue.get(declinedBy) === memberId) return;
    if ((await popups.askProfile()) === false) sessionValue.set(declinedBy, memberId);
  });
  useEffect(() => {
    if (!isWanted || !member) return;
    const { id } = member;
    const timer = setTimeout(() => {
      // One after the other: closing it shows the page again before the answer is known.
      last.current = last.current.then(() => ask(pathname, id));
    }, askAfter);
    return () => clearTimeout(timer);
  }, [isWanted, member, pathname]);

  return null;
}
