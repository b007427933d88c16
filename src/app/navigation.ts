import { matchPath } from 'react-router-dom';
import { languageOfPath, linksFor, localePrefix, routes } from './routes.ts';

export type RouteName = keyof typeof routes;

export interface RouteMatch {
  readonly name: RouteName;
  readonly params: Readonly<Record<string, string | undefined>>;
}

/** What the rules look at; all of it is known without asking anybody. */
export interface NavigationState {
  /** The merchant of the address, else the remembered one. */
  readonly merchantId: string | undefined;
  /** The server has said that there is no such merchant. */
  readonly merchantIsMissing: boolean;
  /** `unknown`: the table has not answered yet. */
  readonly orderType: 'chosen' | 'none' | 'unknown';
  /** The merchant takes no visitors and the diner has not logged in. */
  readonly mustLogIn: boolean;
}

/** What becomes of a navigation. */
export type NavigationOutcome =
  | { readonly kind: 'show' }
  /** The page stands under a login popup that can't be closed. */
  | { readonly kind: 'askLogin' }
  /** Another address takes this one's place in the history. */
  | { readonly kind: 'redirect'; readonly to: string }
  /** The same, with the order-type popup over it. */
  | { readonly kind: 'askOrderType'; readonly to: string }
  | { readonly kind: 'notFound' };

/** Pages that need no merchant. */
const exempt: ReadonlySet<RouteName> = new Set(['notFound', 'qrLanding']);
/** Pages that only those see who may order or look around. */
const forDiners: ReadonlySet<RouteName> = new Set(['order', 'selectGuests', 'orderDetail']);
/** Rule 5: no page has this address (D1). */
const orderPreview = '/merchant/:merchantId/order-preview';

/** Section 2: the rules that every navigation passes, in their order. */
export function decideNavigation(pathname: string, state: NavigationState): NavigationOutcome {
  const links = linksFor(languageOfPath(pathname));
  const { merchantId } = state;
  const route = matchRoute(pathname);
  const notFound = { kind: 'redirect', to: links.notFound() } as const;

  // Rule 1
  if (route?.name === 'root')
    return merchantId ? { kind: 'redirect', to: links.order(merchantId) } : notFound;
  // Before each navigation: a merchant that does not exist has no pages.
  if (route && !exempt.has(route.name) && state.merchantIsMissing) return notFound;
  if (route && forDiners.has(route.name) && state.mustLogIn) return { kind: 'askLogin' };
  // Rule 3
  if (route?.name === 'order' && merchantId && state.orderType === 'none')
    return { kind: 'askOrderType', to: links.merchantHome(merchantId) };
  // Rule 4
  if (route && !exempt.has(route.name) && !merchantId) return notFound;
  // Rule 5
  if (matchPath(orderPreview, withoutLocale(pathname))) return notFound;
  // Rule 6
  return route ? { kind: 'show' } : { kind: 'notFound' };
}

/** The route that a path belongs to, in whichever language. */
export function matchRoute(pathname: string): RouteMatch | undefined {
  const path = withoutLocale(pathname);
  for (const [name, pattern] of Object.entries(routes)) {
    const match = matchPath(pattern, path);
    if (match) return { name: name as RouteName, params: match.params };
  }
  return undefined;
}

function withoutLocale(pathname: string): string {
  return pathname.slice(localePrefix[languageOfPath(pathname)].length) || '/';
}
