import { matchPath, useLocation } from 'react-router-dom';
import {
  getPathLanguage,
  createLinks,
  localePrefix,
  membersOnly,
  routes,
  withoutMerchant,
  type Links,
  type RouteName,
} from './routes.ts';
import type { SiteConfig } from '#client/api/site.ts';

export type { RouteName };

type Site = Pick<SiteConfig, 'origin' | 'redirects' | 'allowedOrigins'>;

interface RouteMatch {
  readonly name: RouteName;
  readonly params: Readonly<Record<string, string | undefined>>;
}

/** What the rules look at; all of it is known without asking anybody. */
export interface NavigationState {
  readonly merchantId: string | undefined;
  readonly merchantIsMissing: boolean;
  /** `unknown`: the table has not answered yet. */
  readonly orderType: 'chosen' | 'none' | 'unknown';
  /** Logged in with a phone; `unknown` until the server has told who the token is. */
  readonly member: 'yes' | 'no' | 'unknown';
  readonly takesMembersOnly: boolean;
  /** The first name is known; true also while the server has not told who this is. */
  readonly hasName: boolean;
  /** A page of this app is shown and stays when the navigation is cancelled. */
  readonly hasPrevious: boolean;
  readonly site: Site;
}

/** What becomes of a navigation. */
export type NavigationOutcome =
  | { readonly kind: 'go' }
  /** Another address takes this one's place in the history. */
  | { readonly kind: 'redirect'; readonly to: string }
  | { readonly kind: 'load'; readonly to: string }
  /** The navigation is cancelled, and the popup stands over the page that was shown, or over `under`. */
  | { readonly kind: 'popup'; readonly popup: 'login' | 'orderType' | 'name'; readonly under?: string }
  /** The page stands under a login popup that can't be closed. */
  | { readonly kind: 'lock' }
  /** The login page, which comes back to this address. */
  | { readonly kind: 'loginPage'; readonly to: string }
  /** Nothing happens: another site that nobody allowed. */
  | { readonly kind: 'block'; readonly to: string }
  /** Status 404: not-found, with the path. */
  | { readonly kind: 'notFound' };

/** Pages that a restaurant without visitors shows to members alone. */
const forDiners: ReadonlySet<RouteName> = new Set([
  'order',
  'search',
  'selectGuests',
  'orderDetail',
  'orderList',
]);
/** CN6: no page has this address (D1). */
const orderPreview = '/merchant/:merchantId/order-preview';
/** Only to take addresses apart. */
const anyOrigin = 'http://app.invalid';

/** CN1 to CN9: the rules that every navigation passes, in their order. `target`: a path with its query, or an address. */
export function decideNavigation(target: string, state: NavigationState): NavigationOutcome {
  if (isElsewhere(target, state.site)) return leave(target, state.site);
  const { pathname, search } = partsOf(target);
  const links = createLinks(getPathLanguage(pathname));
  const { merchantId } = state;
  const route = matchRoute(pathname);
  const notFound = { kind: 'redirect', to: links.notFound() } as const;

  const several = new URLSearchParams(search).getAll('merchantId');
  if (several.length > 1) return { kind: 'redirect', to: keepFirstMerchant(pathname, search) };
  // CN2
  if (route?.name === 'root')
    // D28
    return { kind: 'redirect', to: merchantId ? links.order(merchantId) : links.home() };
  // CN9: a merchant that does not exist has no pages.
  if (route && !withoutMerchant.has(route.name) && state.merchantIsMissing) return notFound;
  // CN3
  if (route && merchantId && membersOnly.has(route.name) && state.member === 'no')
    return state.hasPrevious
      ? { kind: 'popup', popup: 'login' }
      : { kind: 'loginPage', to: links.login(merchantId) };
  if (route && forDiners.has(route.name) && state.takesMembersOnly && state.member === 'no')
    return { kind: 'lock' };
  // CN4
  if (route?.name === 'order' && merchantId && state.orderType === 'none')
    return {
      kind: 'popup',
      popup: 'orderType',
      ...(!state.hasPrevious && { under: links.merchantHome(merchantId) }),
    };
  // CB10: whichever link leads to the detail.
  if (route?.name === 'orderDetail' && state.hasPrevious && !state.hasName)
    return { kind: 'popup', popup: 'name' };
  // CN5
  if (route && !withoutMerchant.has(route.name) && !merchantId) return notFound;
  // CN6
  if (matchPath(orderPreview, withoutLocale(pathname))) return notFound;
  // CN7
  if (!route) return { kind: 'notFound' };
  // CN8
  const elsewhere = state.site.redirects[withoutLocale(pathname)];
  if (elsewhere === undefined) return { kind: 'go' };
  return isElsewhere(elsewhere, state.site)
    ? { kind: 'load', to: elsewhere }
    : { kind: 'redirect', to: localePrefix[getPathLanguage(pathname)] + elsewhere };
}

/** What a login page bears in its history entry: it leads back to the table by its QR code, and so does its skip. */
export function backTo(
  links: Links,
  table: { readonly merchantId: string; readonly qrcodeId: string } | undefined,
): { readonly from: string } | null {
  return table?.qrcodeId ? { from: links.qrLanding(table.merchantId, table.qrcodeId) } : null;
}

/** The route that a path belongs to, in whichever language. */
export function matchRoute(pathname: string): RouteMatch | undefined {
  const path = withoutLocale(pathname);
  for (const [name, pattern] of Object.entries(routes)) {
    const match = matchPath(pattern, path);
    if (match) return { name: name as RouteName, params: decoded(match.params) };
  }
  return undefined;
}

/** What the address that is shown names in its path. */
export function useRouteParams(): RouteMatch['params'] {
  return matchRoute(useLocation().pathname)?.params ?? {};
}

/** CN1: the merchant that an address names in its path, else in its query. */
export function readMerchantId(pathname: string, search: string): string | undefined {
  const inPath = matchRoute(pathname)?.params['merchantId'];
  return inPath || new URLSearchParams(search).get('merchantId') || undefined;
}

function withoutLocale(pathname: string): string {
  return pathname.slice(localePrefix[getPathLanguage(pathname)].length) || '/';
}

function decoded(params: RouteMatch['params']): RouteMatch['params'] {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => {
      try {
        return [name, value && decodeURIComponent(value)];
      } catch {
        return [name, value];
      }
    }),
  );
}

function partsOf(target: string): URL {
  return new URL(target, anyOrigin);
}

function isElsewhere(target: string, site: Site): boolean {
  if (!URL.canParse(target, anyOrigin)) return true;
  const { origin } = partsOf(target);
  return origin !== anyOrigin && origin !== site.origin;
}

/** CN8: leaving the app is allowed by name only. */
function leave(target: string, site: Site): NavigationOutcome {
  const isAllowed = URL.canParse(target) && site.allowedOrigins.includes(new URL(target).origin);
  return isAllowed ? { kind: 'load', to: target } : { kind: 'block', to: target };
}

function keepFirstMerchant(pathname: string, search: string): string {
  const query = new URLSearchParams(search);
  query.set('merchantId', query.get('merchantId') ?? '');
  return `${pathname}?${query}`;
}
