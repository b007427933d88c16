/** Runs a hub as its own process, in place of Azure Web PubSub. */
import { restaurantLimits } from '#server/platform/hub/limits.ts';
import { startHubServer } from '#server/platform/hub/hub-server.ts';
import { runProcess } from '#server/platform/lifecycle/exit.ts';

const { HUB_ACCESS_KEY: accessKey = '', HUB_PORT: port, HUB_LIMITS: limits } = process.env;

await runProcess({ ok: true, config: { stopMs: 10_000 } }, async () => {
  const server = await startHubServer({
    accessKey,
    host: '0.0.0.0',
    name: 'localhost',
    path: '',
    port: Number(port),
    limits: limits === 'service' ? { maxConnections: restaurantLimits.maxConnections } : restaurantLimits,
  });
  return { server, banner: 'The hub is running.\n' };
});
