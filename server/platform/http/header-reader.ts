import type { FastifyRequest } from 'fastify';

/** Returns a function that reads a header: its first value, or undefined if it is absent or empty. */
export function createHeaderReader(request: FastifyRequest): (name: string) => string | undefined {
  return (name) => {
    const value = request.headers[name.toLowerCase()];
    return (Array.isArray(value) ? value[0] : value) || undefined;
  };
}
