/** The restaurant that knows the specification alone, as a browser finds it: the phone's app, a hub, the demo's menu. */
import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { fileURLToPath } from 'node:url';
import Fastify from 'fastify';
import type { LanguageCode } from '#contract/http/headers.ts';
import { servePhoneApp } from '#server/http/phone/phone-app.ts';
import { startHubServer } from '#server/hub/hub-server.ts';
import { runCommand } from '#workshop/plain-server/commands.ts';
import { openRestaurant } from '#workshop/plain-server/http/http.ts';
import { demoMenus } from './demo-menus.ts';

const fromRoot = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

interface ServedOptions {
  readonly port: number;
  /** Its menu has one language. */
  readonly language: LanguageCode;
}

/**
 * Beside the contract's calls: `GET /demo/inbox.json?recipient=PHONE` shows the code that was sent to a phone, and
 * `POST /command` takes a line of text as the program of the restaurant does on its standard input; `group off` and
 * `group on` are the hub's.
 */
export async function serveRestaurant({ port, language }: ServedOptions) {
  const hub = await startHubServer({ accessKey: randomBytes(32).toString('base64url') });
  const { restaurant, answer } = openRestaurant({
    webPubSub: hub.connectionString,
    menus: await demoMenus(language),
    tableNames: ['1', '2', '3', '4', '5', '6'],
    serviceChargeRate: 0.1,
    onError: (error) => console.error(error),
  });
  const app = Fastify({ forceCloseConnections: true });
  // Before anybody reads the body.
  app.addHook('onRequest', async (request, reply) => {
    const isItsOwn = request.url.startsWith('/api/') || request.url.endsWith('.png');
    if (!isItsOwn) return;
    reply.hijack();
    answer(request.raw, reply.raw);
  });
  const sockets = new Set<Duplex>();
  let isGroupOff = false;
  app.server.on('upgrade', (request, socket, head) => {
    if (isGroupOff || !hub.hub.handleUpgrade(request, socket, head)) return void socket.destroy();
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  app.addContentTypeParser('text/plain', { parseAs: 'string' }, (_request, text, done) => done(null, text));
  app.post<{ Body: string }>('/command', ({ body }) => {
    if (!body.startsWith('group ')) return runCommand(restaurant, body);
    isGroupOff = body === 'group off';
    if (isGroupOff) for (const socket of sockets) socket.destroy();
    return body;
  });
  app.get('/health', () => ({ status: 'ok' }));
  app.get<{ Querystring: { recipient?: string } }>('/demo/inbox.json', ({ query: { recipient = '' } }) => {
    const code = restaurant.staff.codeSentTo(recipient);
    return code === undefined ? [] : [{ recipient, code }];
  });
  await servePhoneApp(app, {
    appDir: fromRoot('dist'),
    picturesDirs: [fromRoot('demo/pictures')],
    site: { origin: undefined, redirects: {}, allowedOrigins: [] },
  });
  await app.listen({ port, host: '0.0.0.0' });
  const url = `http://localhost:${(app.server.address() as AddressInfo).port}`;
  restaurant.publicAddress = url;
  return {
    url,
    async close() {
      await hub.close();
      await app.close();
    },
  };
}
