import type { FastifyRequest } from 'fastify';

/** Reads a header by its name: the first value where there are several, undefined where it is absent or empty. */
export function headerReader(request: FastifyRequest): (name: string) => string | undefined {
  return (name) => {
    const value = request.headers[name.toLowerCase()];
    return (Array.isArray(value) ? value[0] : value) || undefined;
  };
}
