/** Serves the phone app together with the foreign server, a hub and the menu of the demo. */
import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { fileURLToPath } from 'node:url';
import Fastify from 'fastify';
import type { LanguageCode } from '#contract/http/headers.ts';
import { servePhoneApp } from '#server/platform/http/phone/phone-app.ts';
import { startHubServer } from '#server/platform/hub/hub-server.ts';
import { createHandler } from '../foreign-server/http.ts';
import { runCommand } from '../foreign-server/main.ts';
import { createSwitches, setSwitch, type Switches } from '../foreign-server/switches.ts';
import { readDemoMenus } from './demo-menus.ts';

const resolveFromRoot = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

interface ServedOptions {
  readonly port: number;
  /** The menu has one language. */
  readonly language: LanguageCode;
}

/** Tables 7 to 12, with the QR codes 50007 to 50012. */
const tables = [7, 8, 9, 10, 11, 12].map((number) => ({
  id: String(number),
  name: String(number - 6),
  qrcodeId: `5000${number}`,
}));

/**
 * Serves two more paths than the foreign server:
 *
 *   GET /demo/inbox.json?recipient=PHONE   the login code that was sent to this phone number
 *   POST /command                          a line of text, as `runCommand` of the foreign server takes it
 *
 * This program adds three commands. `reopen NAME=VALUE …` deletes all data and sets switches. `group off` disconnects the
 * phones from the hub. `group on` lets them connect again.
 */
export async function serveRestaurant({ port, language }: ServedOptions) {
  const hub = await startHubServer({ accessKey: randomBytes(32).toString('base64url') });
  const menus = await readDemoMenus(language);
  const open = (switches: Switches) =>
    createHandler({
      webPubSubConnectionString: hub.connectionString,
      menus,
      tables,
      settings: { merchantId: '101' },
      switches,
    });
  let handler = open(createSwitches({ serviceChargeRate: 0.1 }));
  const reopen = (assignments: readonly string[]): string => {
    const switches = createSwitches({ serviceChargeRate: 0.1 });
    const wrong = assignments.map((each) => setSwitch(switches, each)).find((error) => error !== undefined);
    handler = open(switches);
    return wrong ?? 'Done.';
  };
  const app = Fastify({ forceCloseConnections: true });
  // The foreign server reads the body itself.
  app.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith('/api/')) return;
    reply.hijack();
    void handler.handle(request.raw, reply.raw);
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
    const [command, ...words] = body.split(' ');
    if (command === 'reopen') return reopen(words);
    if (command !== 'group') return runCommand(handler.restaurant, body);
    isGroupOff = words[0] === 'off';
    if (isGroupOff) for (const socket of sockets) socket.destroy();
    return body;
  });
  app.get('/health', () => ({ status: 'ok' }));
  app.get<{ Querystring: { recipient?: string } }>('/demo/inbox.json', ({ query: { recipient = '' } }) => {
    const code = handler.restaurant.staff.codeSentTo(recipient);
    return code === undefined ? [] : [{ recipient, code }];
  });
  await servePhoneApp(app, {
    appDir: resolveFromRoot('dist'),
    picturesDirs: [resolveFromRoot('demo/pictures')],
    site: { origin: undefined, redirects: {}, allowedOrigins: [] },
  });
  await app.listen({ port, host: '0.0.0.0' });
  return {
    url: `http://localhost:${(app.server.address() as AddressInfo).port}`,
    async close() {
      await hub.close();
      await app.close();
    },
  };
}
