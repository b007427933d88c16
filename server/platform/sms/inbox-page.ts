import type { FastifyInstance } from 'fastify';
import { escapeHtml, renderHtmlPage } from '#server/platform/http/html-page.ts';
import type { Db } from '#server/platform/store/transactions.ts';

const maxMessages = 50;

type InboxMessage = Awaited<ReturnType<typeof listMessages>>[number];

/** Serves the demo's replacement for SMS. It shows all codes of all diners publicly. */
export function serveDemoInbox(app: FastifyInstance, db: Db): void {
  app.get('/demo/inbox', async (_request, reply) => {
    const messages = await listMessages(db);
    return reply
      .type('text/html; charset=utf-8')
      .header('Cache-Control', 'no-store')
      .send(renderPage(messages));
  });
  app.get('/demo/inbox.json', async (request, reply) => {
    const { recipient, merchantId } = request.query as Record<string, unknown>;
    return reply
      .header('Cache-Control', 'no-store')
      .send(await listMessages(db, readText(recipient), readText(merchantId)));
  });
}

/** Lists the newest messages, newest first. */
async function listMessages(db: Db, recipient?: string, merchantId?: string) {
  const rows = await db
    .selectFrom('inbox')
    .selectAll()
    .$if(recipient !== undefined, (query) => query.where('recipient', '=', recipient!))
    .$if(merchantId !== undefined, (query) => query.where('merchant_id', '=', merchantId!))
    .orderBy('id', 'desc')
    .limit(maxMessages)
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

function readText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value.replaceAll('\0', '') : undefined;
}

function renderPage(messages: readonly InboxMessage[]): string {
  const list =
    messages.length === 0
      ? '<p class="none">No messages yet. Codes appear here when somebody asks for one.</p>'
      : `<ul>${messages.map(renderMessage).join('')}</ul>`;
  const body = `<h1>Demo inbox</h1>
<p class="about">The demo sends no text messages. All codes appear here, newest first.</p>
${list}`;
  return renderHtmlPage({ title: 'Demo inbox', style, body, refresh: 3 });
}

function renderMessage({ recipient, text, code, at }: InboxMessage): string {
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
