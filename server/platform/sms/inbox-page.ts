import type { FastifyInstance } from 'fastify';
import { escapeHtml, renderHtmlPage } from '#server/platform/http/html-page.ts';
import type { Db } from '#server/platform/store/transactions.ts';

const listed = 50;

type InboxMessage = Awaited<ReturnType<typeof newest>>[number];

/** The demo's stand-in for SMS and for the staff's page: everybody's codes, for everybody to see. */
export function serveDemoInbox(app: FastifyInstance, db: Db): void {
  app.get('/demo/inbox', async (_request, reply) => {
    const messages = await newest(db);
    return reply.type('text/html; charset=utf-8').header('Cache-Control', 'no-store').send(page(messages));
  });
  app.get('/demo/inbox.json', async (request, reply) => {
    const { recipient, merchantId } = request.query as Record<string, unknown>;
    return reply
      .header('Cache-Control', 'no-store')
      .send(await newest(db, asText(recipient), asText(merchantId)));
  });
}

async function newest(db: Db, recipient?: string, merchantId?: string) {
  const rows = await db
    .selectFrom('inbox')
    .selectAll()
    .$if(recipient !== undefined, (query) => query.where('recipient', '=', recipient!))
    .$if(merchantId !== undefined, (query) => query.where('merchant_id', '=', merchantId!))
    .orderBy('id', 'desc')
    .limit(listed)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    merchantId: row.merchant_id,
    recipient: row.recipient,
    text: row.text,
    code: /\d{4,}/.exec(row.text)?.[0] ?? null,
    at: row.at,
  }));
}

function asText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value.replaceAll('\0', '') : undefined;
}

function page(messages: readonly InboxMessage[]): string {
  const list =
    messages.length === 0
      ? '<p class="none">No messages yet. Codes appear here as soon as somebody asks for one.</p>'
      : `<ul>${messages.map(item).join('')}</ul>`;
  const body = `<h1>Demo inbox</h1>
<p class="about">In the demo no text messages are sent: every code is shown here, newest first.</p>
${list}`;
  return renderHtmlPage({ title: 'Demo inbox', style, body, refresh: 3 });
}

function item({ recipient, text, code, at }: InboxMessage): string {
  const time = new Date(at);
  const clock = time.toLocaleTimeString('en-GB');
  return `<li>
<div class="head"><span>${escapeHtml(recipient)}</span><time datetime="${time.toISOString()}">${clock}</time></div>
${code === null ? '' : `<strong>${escapeHtml(code)}</strong>`}
<p>${escapeHtml(text)}</p>
</li>`;
}

const style = `
main { max-width: 560px; }
h1 { line-height: 1.25; }
.about, .none { color: var(--quiet); margin: 8px 0 24px; }
ul { list-style: none; padding: 0; display: grid; gap: 12px; }
li { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 16px; }
.head { display: flex; justify-content: space-between; gap: 16px; color: var(--quiet); font-size: 14px; }
strong { display: block; font-size: 32px; line-height: 1.25; letter-spacing: 0.12em; margin: 4px 0;
  font-variant-numeric: tabular-nums; }
p { overflow-wrap: anywhere; }
`;
