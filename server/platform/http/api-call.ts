import type { FastifyRequest } from 'fastify';

/** Whether a request is an API call, however its URL is written. The router decodes `/%61pi/…` and accepts whole URLs. */
export function isApiCall({ url }: Pick<FastifyRequest, 'url'>): boolean {
  try {
    return /^(?:https?:\/\/[^/]*)?\/api(?:[/?#]|$)/i.test(decodeURI(url));
  } catch {
    return false;
  }
}
