import type { FastifyInstance, FastifyRequest } from 'fastify';
import { languageCodes, getLocalePrefix, type LanguageCode } from '#contract/http/headers.ts';
import type { Db } from '#server/platform/store/transactions.ts';

/** Serves `/robots.txt`, `/sitemap.xml`, and one sitemap per language with the front page and each restaurant. */
export function serveSitemaps(app: FastifyInstance, db: Db, publicUrl: string | undefined): void {
  const getOrigin = ({ protocol, host }: FastifyRequest) => publicUrl ?? `${protocol}://${host}`;

  app.get('/robots.txt', (request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .send(`User-agent: *\nDisallow: /api/\nSitemap: ${getOrigin(request)}/sitemap.xml\n`),
  );
  app.get('/sitemap.xml', (request, reply) => {
    const maps = languageCodes.map(
      (code) => `<sitemap><loc>${getOrigin(request)}/sitemap-${code}.xml</loc></sitemap>`,
    );
    return reply.type('application/xml').send(wrapXml('sitemapindex', maps));
  });
  for (const code of languageCodes)
    app.get(`/sitemap-${code}.xml`, async (request, reply) => {
      const rows = await db.selectFrom('merchants').select('id').orderBy('id').execute();
      const paths = ['/home', ...rows.flatMap(({ id }) => [`/merchant/${id}`, `/merchant/${id}/order`])];
      const origin = getOrigin(request);
      const composeAddress = (path: string, language: LanguageCode) =>
        escapeXml(origin + getLocalePrefix(language) + path);
      const urls = paths.map((path) => {
        const others = languageCodes.map(
          (each) => `<xhtml:link rel="alternate" hreflang="${each}" href="${composeAddress(path, each)}"/>`,
        );
        return `<url><loc>${composeAddress(path, code)}</loc>${others.join('')}</url>`;
      });
      return await reply.type('application/xml').send(wrapXml('urlset', urls));
    });
}

function wrapXml(root: string, children: readonly string[]): string {
  const spaces =
    'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"';
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root} ${spaces}>\n${children.join('\n')}\n</${root}>\n`;
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
