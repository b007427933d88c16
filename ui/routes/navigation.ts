import { matchPath, useLocation } from 'react-router-dom';
import {
  getPathLanguage,
  createLinks,
  getLocalePrefix,
  membersOnly,
  removeLocale,
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

/** Input of the rules. All of it is known without a request. */
export interface NavigationState {
  readonly merchantId: string | undefined;
  readonly merchantIsMissing: boolean;
  /** `unknown` until the table's cart is loaded. */
  readonly orderType: 'chosen' | 'none' | 'unknown';
  /** Whether a member is logged in. `unknown` until the server has identified the token. */
  readonly member: 'yes' | 'no' | 'unknown';
  readonly takesMembersOnly: boolean;
  /** The first name is known. Also true until the server has identified the token. */
  readonly hasName: boolean;
  /** A page of this app is shown. It stays if the navigation is cancelled. */
  readonly hasPrevious: boolean;
  readonly site: Site;
}

/** The decision on a navigation. */
export type NavigationOutcome =
  | { readonly kind: 'go' }
  /** Another address replaces this one in the history. */
  | { readonly kind: 'redirect'; readonly to: string }
  /** The browser loads another site. */
  | { readonly kind: 'load'; readonly to: string }
  /** The navigation is cancelled. The popup opens over the page that was shown, or over `under`. */
  | { readonly kind: 'popup'; readonly popup: 'login' | 'orderType' | 'name'; readonly under?: string }
  /** The page is shown under a login popup that cannot be closed. */
  | { readonly kind: 'lock' }
  /** The login page, which returns to this address. */
  | { readonly kind: 'loginPage'; readonly to: string }
  /** Nothing happens, because the other site is not allowed. */
  | { readonly kind: 'block'; readonly to: string }
  /** The not-found page with the path and status 404. */
  | { readonly kind: 'notFound' };

/** Pages that only members see in a restaurant that takes no guests. */
const forDiners: ReadonlySet<RouteName> = new Set([
  'order',
  'search',
  'selectGuests',
  'orderDetail',
  'orderList',
]);
/** The contract reserves this address, but no page has it. */
const orderPreview = '/merchant/:merchantId/order-preview';
/** A base for parsing paths. */
const anyOrigin = 'http://app.invalid';

/**
 * Decides on a navigation. The order of the rules is that of the contract (CN1 to CN9), and the first that applies decides.
 * @param target a path with its query, or an address
 */
export function decideNavigation(target: string, state: NavigationState): NavigationOutcome {
  if (isElsewhere(target, state.site)) return leave(target, state.site);
  const { pathname, search } = parseTarget(target);
  const links = createLinks(getPathLanguage(pathname));
  const { merchantId } = state;
  const route = matchRoute(pathname);
  const notFound = { kind: 'redirect', to: links.notFound() } as const;

  const several = new URLSearchParams(search).getAll('merchantId');
  if (several.length > 1) return { kind: 'redirect', to: keepFirstMerchant(pathname, search) };
  // The root leads to the menu of the last restaurant.
  if (route?.name === 'root')
    return { kind: 'redirect', to: merchantId ? links.order(merchantId) : links.home() };
  // A merchant that does not exist has no pages.
  if (route && !withoutMerchant.has(route.name) && state.merchantIsMissing) return notFound;
  // Some pages are for members only.
  if (route && merchantId && membersOnly.has(route.name) && state.member === 'no')
    return state.hasPrevious
      ? { kind: 'popup', popup: 'login' }
      : { kind: 'loginPage', to: links.login(merchantId) };
  if (route && forDiners.has(route.name) && state.takesMembersOnly && state.member === 'no')
    return { kind: 'lock' };
  // The menu needs an order type.
  if (route?.name === 'order' && merchantId && state.orderType === 'none')
    return {
      kind: 'popup',
      popup: 'orderType',
      ...(!state.hasPrevious && { under: links.merchantHome(merchantId) }),
    };
  // An order's detail needs the diner's name, whichever link leads there.
  if (route?.name === 'orderDetail' && state.hasPrevious && !state.hasName)
    return { kind: 'popup', popup: 'name' };
  // Most pages need a merchant.
  if (route && !withoutMerchant.has(route.name) && !merchantId) return notFound;
  if (matchPath(orderPreview, removeLocale(pathname))) return notFound;
  if (!route) return { kind: 'notFound' };
  // The site's configuration may redirect a page.
  const elsewhere = state.site.redirects[removeLocale(pathname)];
  if (elsewhere === undefined) return { kind: 'go' };
  return isElsewhere(elsewhere, state.site)
    ? { kind: 'load', to: elsewhere }
    : { kind: 'redirect', to: getLocalePrefix(getPathLanguage(pathname)) + elsewhere };
}

/** The history state for a login page. After the login, or without one, the page returns to the table by its QR code. */
export function getBackState(
  links: Links,
  table: { readonly merchantId: string; readonly qrcodeId: string } | undefined,
): { readonly from: string } | null {
  return table?.qrcodeId ? { from: links.qrLanding(table.merchantId, table.qrcodeId) } : null;
}

/** Finds the route of a path in any language. */
export function matchRoute(pathname: string): RouteMatch | undefined {
  const path = removeLocale(pathname);
  for (const [name, pattern] of Object.entries(routes)) {
    const match = matchPath(pattern, path);
    if (match) return { name: name as RouteName, params: decodeParams(match.params) };
  }
  return undefined;
}

/** The parameters in the path of the present address. */
export function useRouteParams(): RouteMatch['params'] {
  return matchRoute(useLocation().pathname)?.params ?? {};
}

/** Reads the merchant's id from the path of an address, else from its query. */
export function readMerchantId(pathname: string, search: string): string | undefined {
  const inPath = matchRoute(pathname)?.params['merchantId'];
  return inPath || new URLSearchParams(search).get('merchantId') || undefined;
}

function decodeParams(params: RouteMatch['params']): RouteMatch['params'] {
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

function parseTarget(target: string): URL {
  return new URL(target, anyOrigin);
}

function isElsewhere(target: string, site: Site): boolean {
  if (!URL.canParse(target, anyOrigin)) return true;
  const { origin } = parseTarget(target);
  return origin !== anyOrigin && origin !== site.origin;
}

/** Allows only sites that the site's configuration lists. */
function leave(target: string, site: Site): NavigationOutcome {
  const isAllowed = URL.canParse(target) && site.allowedOrigins.includes(new URL(target).origin);
  return isAllowed ? { kind: 'load', to: target } : { kind: 'block', to: target };
}

function keepFirstMerchant(pathname: string, search: string): string {
  const query = new URLSearchParams(search);
  query.set('merchantId', query.get('merchantId') ?? '');
  return `${pathname}?${query}`;
}
