import { readPageJson } from './page-json.ts';

/** Configuration by the admin of the site. The server writes it into the page. */
export interface SiteConfig {
  /** Origin of this app. */
  readonly origin: string;
  /** Path without the locale's prefix → path, or address of another site. */
  readonly redirects: Readonly<Record<string, string>>;
  /** Other sites that redirects may lead to. */
  readonly allowedOrigins: readonly string[];
  /** Base of the merchant API, without a slash at its end; empty: the origin of the page. */
  readonly apiBase: string;
  /** Collector of behaviour events. undefined: they are not sent. */
  readonly behaviourLog: BehaviourLogConfig | undefined;
}

export interface BehaviourLogConfig {
  /** Address or path of a collector. */
  readonly url: string;
  /** Name of this installation in the collector, e.g. `production`. */
  readonly environment: string;
}

/** Reads the configuration from the page. If the page has none, defaults apply. */
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

export const site = readSiteConfig();
