#!/usr/bin/env node
// Starts Firefox ESR for Playwright, and forwards its messages. Playwright sends every page a command that ESR 153 does
// not know. This program answers it, because no test needs it in Firefox.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { WebSocket, WebSocketServer } from 'ws';

const unknown = new Set(['emulation.setMediaFeaturesOverride']);

const browser = spawn('firefox-esr', process.argv.slice(2), {
  stdio: ['inherit', 'inherit', 'pipe', 'inherit', 'inherit'],
});
browser.on('error', (error) => console.error(String(error)));
browser.on('exit', (status) => process.exit(status ?? 1));
process.on('SIGTERM', () => browser.kill());

for await (const line of createInterface({ input: browser.stderr })) {
  const [, address] = /WebDriver BiDi listening on (ws:\/\/\S+)$/.exec(line) ?? [];
  console.error(address === undefined ? line : `WebDriver BiDi listening on ${await passing(address)}`);
}

/** Opens a socket that forwards everything to this address. Returns its own address. */
async function passing(address) {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  server.on('connection', (near, { url }) => {
    const far = new WebSocket(address + url);
    const opened = new Promise((resolve) => far.once('open', resolve));
    near.on('message', async (data) => {
      const { id, method } = JSON.parse(new TextDecoder().decode(data));
      await opened;
      if (unknown.has(method)) near.send(JSON.stringify({ type: 'success', id, result: {} }));
      else far.send(data, { binary: false });
    });
    far.on('message', (data) => near.send(data, { binary: false }));
    near.on('close', () => far.close());
    far.on('close', () => near.close());
  });
  await new Promise((resolve) => server.once('listening', resolve));
  return `ws://127.0.0.1:${server.address().port}`;
}
