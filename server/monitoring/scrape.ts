/** The page for Prometheus, for whoever brings the token. */
import type { Registry } from 'prom-client';
import { sameSecret } from '#server/http/same-secret.ts';

export const metricsPath = '/metrics';

export interface Scrape {
  readonly status: 200 | 401;
  readonly type: string;
  readonly body: string;
}

/** @param authorization the header, `Bearer …`. */
export async function scrape(
  registry: Registry,
  token: string,
  authorization: string | undefined,
): Promise<Scrape> {
  const brought = /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1];
  if (brought === undefined || !sameSecret(brought, token))
    return { status: 401, type: 'text/plain; charset=utf-8', body: 'The token is missing or wrong\n' };
  return { status: 200, type: registry.contentType, body: await registry.metrics() };
}
