import { languageCodes, type LanguageCode } from '#contract/http/headers.ts';
import { getLocalePrefix } from '#ui/routes/routes.ts';

/** The pages for owners and managers, each at its name below `/staff`. */
export const ownerPages = ['menu', 'house', 'numbers', 'printers', 'till', 'connections', 'chain'] as const;
export type OwnerPageName = (typeof ownerPages)[number];

/** The views of the counter. */
export const counterViews = ['tables', 'orders', 'kitchen', 'menu'] as const;
export type CounterView = (typeof counterViews)[number];

/** The beginnings of the addresses of this app, one for each language. */
export const staffScopes = languageCodes.map(getLocalePrefix).map((prefix) => `${prefix}/staff`);

const known = new RegExp(`^(?:${staffScopes.join('|')})(?:/(?:${ownerPages.join('|')}|me|set-up))?/?$`);

/** True for the path of one of this app's pages, in any language. */
export function isStaffPage(pathname: string): boolean {
  return known.test(pathname);
}

/** Addresses in one language. */
export function createStaffLinks(language: LanguageCode) {
  const prefix = getLocalePrefix(language);
  return {
    counter: `${prefix}/staff`,
    /** The page of the person who is logged in. */
    me: `${prefix}/staff/me`,
    /** A view of the counter, like `orders`. */
    view: (view: CounterView) => `${prefix}/staff?view=${view}`,
    ownerPage: (page: OwnerPageName) => `${prefix}/staff/${page}`,
    /** A page of the diners' app: it shows the log of a cart. */
    logViewer: `${prefix}/test`,
    /** A page of the server: it describes the API. */
    apiDocs: '/api/docs',
  };
}
