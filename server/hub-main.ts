/** The real-time hub as a process of its own, which several table servers share. */
import type { RequestListener } from 'node:http';
import pino from 'pino';
import type { Registry } from 'prom-client';
import { readHubConfig, type HubConfig } from './process/hub-config.ts';
import { startHubServer, type HubServer } from './hub/hub-server.ts';
import { logOptions } from './http/logging.ts';
import { exposeHub } from './monitoring/gauges.ts';
import { createMetrics } from './monitoring/metrics.ts';
import { metricsPath, scrape } from './monitoring/scrape.ts';
import { StartError } from './process/start-error.ts';
import { fail, stopOnSignals } from './process/exit.ts';

async function startHub(config: HubConfig): Promise<HubServer> {
  const { accessKey, endpoint, maxConnections, metricsToken, port, tls } = config;
  const log = pino(logOptions(config.logLevel));
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
      limits: { maxConnections },
      log: ({ level, msg, ...facts }) => log[level](facts, msg),
      answerOthers: othersOf(metrics.registry, metricsToken),
    });
    exposeHub(metrics.registry, server.hub);
    return server;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EADDRINUSE') throw new StartError(`HUB_PORT: ${port} is in use by another program`);
    if (code === 'EACCES') throw new StartError(`HUB_PORT: ${port} may not be opened by this user`);
    throw error;
  }
}

function othersOf(registry: Registry, token: string | undefined): RequestListener {
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

const read = readHubConfig(process.env);
if (!read.ok) fail(read.errors);
else {
  try {
    const server = await startHub(read.config);
    stopOnSignals(server, read.config.stopMs);
    const { endpoint } = server;
    process.stdout.write(
      `The hub is running.\n\n  Health        ${endpoint}/api/health\n` +
        `  Table servers WEB_PUBSUB_CONNECTION_STRING=Endpoint=${endpoint};AccessKey=<HUB_ACCESS_KEY>;Version=1.0;\n\n`,
    );
  } catch (error) {
    // Anything else is a bug, and its stack is wanted.
    if (!(error instanceof StartError)) throw error;
    fail([error.message]);
  }
}
