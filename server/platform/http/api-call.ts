import type { FastifyRequest } from 'fastify';

/** True for a call of the API however its address is spelt: the router decodes it (`/%61pi/…`) and takes whole URLs. */
export function isApiCall({ url }: Pick<FastifyRequest, 'url'>): boolean {
  try {
    return /^(?:https?:\/\/[^/]*)?\/api(?:[/?#]|$)/i.test(decodeURI(url));
  } catch {
    return false;
  }
}
