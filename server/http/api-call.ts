import type { FastifyRequest } from 'fastify';

/**
 * True for a call of the API, known or not, however its address is spelt: the router decodes it (`/%61pi/…`) and takes
 * a whole URL as well, so that what holds for calls must not go by the raw text.
 */
export function isApiCall({ url }: Pick<FastifyRequest, 'url'>): boolean {
  try {
    return /^(?:https?:\/\/[^/]*)?\/api(?:[/?#]|$)/i.test(decodeURI(url));
  } catch {
    return false;
  }
}
