import { readPageJson } from './page-json.ts';

/** What whoever runs the site has set; the server writes it into the page. */
export interface SiteConfig {
  /** Where this app is reached. */
  readonly origin: string;
  /** CN8: path without the locale's prefix → path, or address of another site. */
  readonly redirects: Readonly<Record<string, string>>;
  /** CN8: other sites that the app may lead to. */
  readonly allowedOrigins: readonly string[];
  /** Base of the merchant API, without a slash at its end; empty: the origin of the page. */
  readonly apiBase: string;
  /** Where behaviour events go; undefined: nowhere. */
  readonly behaviourLog: BehaviourLogConfig | undefined;
}

export interface BehaviourLogConfig {
  /** Address or path of a collector. */
  readonly url: string;
  /** What this installation is called there, e.g. `production`. */
  readonly environment: string;
}

/** Reads it from the page, into which the table server has written it; without one nothing is set. */
function readSiteConfig(): SiteConfig {
  return {
    origin: location.origin,
    redirects: {},
    allowedOrigins: [],
    apiBase: '',
    behaviourLog: undefined,
    ...(readPageJson('site-config') as Partial<SiteConfig> | undefined),
  };
}

/** Read once: the page does not change while it stands. */
export const site = readSiteConfig();
