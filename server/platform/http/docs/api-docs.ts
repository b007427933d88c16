/** Serves the API description as `/openapi.json` and as a page. The page has no script, because the CSP forbids it. */
import type { FastifyInstance } from 'fastify';

/** @param origin the public URL of the server; without it, the one from which the document was loaded */
export function serveApiDocs(app: FastifyInstance, origin?: string): void {
  // Created at the first request, because it takes a tenth of a server's start.
  let docs: Promise<{ readonly text: string; readonly html: string }> | undefined;
  const loadDocs = () => (docs ??= import('./render-docs.ts').then(({ renderDocs }) => renderDocs(origin)));
  app.get('/openapi.json', async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send((await loadDocs()).text),
  );
  app.get('/api/docs', async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send((await loadDocs()).html),
  );
}
