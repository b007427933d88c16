import { restaurantLimits } from '#server/platform/hub/limits.ts';
import { expect, test } from 'vitest';
import { readHubConfig } from '#server/platform/process/hub-config.ts';

const key = 'a-key-of-at-least-thirty-two-bytes';

test('the hub needs its key alone', () => {
  expect(readHubConfig({ HUB_ACCESS_KEY: key, HUB_PORT: '' })).toEqual({
    ok: true,
    config: {
      port: 3100,
      accessKey: key,
      endpoint: undefined,
      limits: { ...restaurantLimits, maxConnections: 10_000 },
      tls: undefined,
      metricsToken: undefined,
      logLevel: 'warn',
      stopMs: 10_000,
    },
  });
});

test('HUB_PORT goes before PORT, and an endpoint has no slash at its end', () => {
  const read = readHubConfig({
    HUB_ACCESS_KEY: key,
    PORT: '1',
    HUB_PORT: '2',
    HUB_ENDPOINT: 'http://hub:3100/rt/',
  });
  expect(read.ok && read.config).toMatchObject({ port: 2, endpoint: 'http://hub:3100/rt' });
  expect(readHubConfig({ HUB_ACCESS_KEY: key, PORT: '1' })).toMatchObject({ config: { port: 1 } });
});

test.each([
  ['HUB_ACCESS_KEY', ''],
  ['HUB_ACCESS_KEY', 'too short'],
  ['HUB_ACCESS_KEY', `${key};`],
  ['HUB_PORT', 'x'],
  ['HUB_ENDPOINT', 'hub:3100'],
  ['HUB_MAX_CONNECTIONS', '0'],
  ['METRICS_TOKEN', 'too short'],
  ['LOG_LEVEL', 'loud'],
  ['STOP_SECONDS', '0'],
  ['TLS_CERT', '/nowhere.pem'],
])('%s=%s is one line that names the variable', (name, value) => {
  const read = readHubConfig({ HUB_ACCESS_KEY: key, [name]: value });
  const errors = read.ok ? [] : read.errors;
  expect(errors).toHaveLength(1);
  expect(errors[0]).toMatch(/^[A-Z_]+: \S/);
  expect(errors[0]).toContain(name);
});
