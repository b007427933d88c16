/**
 * Runs the real-time hub as a separate process that several table servers share. `server/platform/hub/hub.ts` describes
 * the hub.
 */
import type { RequestListener } from 'node:http';
import pino from 'pino';
import type { Registry } from 'prom-client';
import { readHubConfig, type HubConfig } from './platform/config/hub-config.ts';
import { startHubServer, type HubServer } from './platform/hub/hub-server.ts';
import { createLogOptions } from './platform/http/logging.ts';
import { exposeHub } from './platform/monitoring/gauges.ts';
import { createMetrics, metricsPath, scrape } from './platform/monitoring/metrics.ts';
import { describePortError } from './platform/lifecycle/start-error.ts';
import { runProcess } from './platform/lifecycle/exit.ts';

async function startHub(config: HubConfig): Promise<HubServer> {
  const { accessKey, endpoint, limits, metricsToken, port, tls } = config;
  const log = pino(createLogOptions(config.logLevel));
  const metrics = createMetrics({ ofProcess: metricsToken !== undefined });
  try {
    const server = await startHubServer({
      accessKey,
      ...(endpoint && { endpoint }),
      host: '0.0.0.0',
      name: 'localhost',
      path: '',
      port,
      tls,
      limits,
      log: ({ level, msg, ...facts }) => log[level](facts, msg),
      answerOthers: createFallback(metrics.registry, metricsToken),
    });
    exposeHub(metrics.registry, server.hub);
    return server;
  } catch (error) {
    throw describePortError(error, 'HUB_PORT', port);
  }
}

/** Answers the requests that are not for the hub: `/metrics` if it has a token, else 404. */
function createFallback(registry: Registry, token: string | undefined): RequestListener {
  return (request, response) => {
    if (token === undefined || request.url !== metricsPath) {
      response.writeHead(404).end();
      return;
    }
    scrape(registry, token, request.headers.authorization).then(
      ({ status, type, body }) => response.writeHead(status, { 'Content-Type': type }).end(body),
      () => response.writeHead(500).end(),
    );
  };
}

await runProcess(readHubConfig(process.env), async (config) => {
  const server = await startHub(config);
  const { endpoint } = server;
  const banner =
    `The hub is running.\n\n  Health        ${endpoint}/api/health\n` +
    `  Table servers WEB_PUBSUB_CONNECTION_STRING=Endpoint=${endpoint};AccessKey=<HUB_ACCESS_KEY>;Version=1.0;\n\n`;
  return { server, banner };
});
