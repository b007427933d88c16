import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '#server/platform/process/config.ts';
import { folderForTests } from '#tests/for-tests.ts';

const folder = folderForTests();
beforeAll(() => {
  writeFileSync(join(folder, 'file'), 'no certificate');
});

function errorsOf(environment: Record<string, string>): readonly string[] {
  const read = readConfig({ DATA_DIR: join(folder, 'data'), ...environment });
  return read.ok ? [] : read.errors;
}

const secret = 'a secret of the gateway and us';

describe('configuration', () => {
  test('needs nothing', () => {
    const read = readConfig({ DATA_DIR: join(folder, 'data'), PORT: '' });
    expect(read).toEqual({
      ok: true,
      config: {
        port: 3000,
        dataDir: join(folder, 'data'),
        databaseUrl: undefined,
        hubs: [],
        publicUrl: undefined,
        trustedProxies: 'loopback',
        tls: undefined,
        tokens: { lifeSeconds: 1800, refreshSeconds: 30 * 24 * 60 * 60 },
        redirects: {},
        allowedOrigins: [],
        corsOrigins: [],
        demo: true,
        smsWebhook: undefined,
        hasInbox: true,
        loginTextsPerDay: 3000,
        webhookNetworks: [],
        paymentSecrets: {},
        staffPassword: undefined,
        staffPasswords: {},
        metricsToken: undefined,
        logLevel: 'warn',
        stopMs: 10_000,
        requestsPerMinute: 600,
        retentionDays: 0,
        backups: undefined,
        apiBase: undefined,
        behaviourLog: undefined,
      },
    });
  });

  test('backups by itself are SQLite’s alone', () => {
    const BACKUP_DIR = join(folder, 'backups');
    const read = (more: Record<string, string>) =>
      readConfig({ DATA_DIR: join(folder, 'data'), BACKUP_DIR, ...more });
    expect(read({ BACKUP_HOURS: '6' })).toMatchObject({
      config: { backups: { dir: BACKUP_DIR, hours: 6, keep: 14 } },
    });
    expect(read({ DATABASE_URL: 'postgres://u:p@h/d' })).toEqual({
      ok: false,
      errors: ['BACKUP_DIR: PostgreSQL has its own backups (pg_dump); leave it out'],
    });
  });

  test('several hubs, each with the address under which phones reach it', () => {
    const hub = (name: string) => `Endpoint=http://${name}:3100;AccessKey=k;Version=1.0;`;
    const read = (publicUrls: string) =>
      readConfig({
        DATA_DIR: join(folder, 'data'),
        WEB_PUBSUB_CONNECTION_STRING: `${hub('a')} ${hub('b')}`,
        HUB_PUBLIC_URL: publicUrls,
      });
    expect(read('https://a.example https://b.example')).toMatchObject({
      config: {
        hubs: [
          { connectionString: hub('a'), publicUrl: 'https://a.example' },
          { connectionString: hub('b'), publicUrl: 'https://b.example' },
        ],
      },
    });
    expect(read('https://a.example')).toEqual({
      ok: false,
      errors: ['HUB_PUBLIC_URL: names 1 hubs, WEB_PUBSUB_CONNECTION_STRING 2'],
    });
  });

  test.each([
    ['PORT', 'http'],
    ['ORDER_WEBHOOK_URL', 'https://till.example'],
    ['METRICS_TOKEN', 'too short'],
    ['LOG_LEVEL', 'loud'],
    ['STOP_SECONDS', '0'],
    ['TRUSTED_PROXIES', 'everybody'],
    ['HUB_PUBLIC_URL', 'hub:3100'],
    ['STAFF_PASSWORD', 'short'],
    ['STAFF_PASSWORDS', '{"1001":"short"}'],
    ['STAFF_PASSWORDS', '1001:long-enough'],
    ['PAYMENT_SECRETS', '{"1001":"too short"}'],
    ['PAYMENT_SECRETS', 'just a secret'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['DATABASE_URL', 'localhost'],
    ['WEB_PUBSUB_CONNECTION_STRING', 'Endpoint=https://x.webpubsub.azure.com'],
    ['WEB_PUBSUB_CONNECTION_STRING', 'Endpoint=http://a;AccessKey=k; Endpoint=http://b;'],
    ['PUBLIC_URL', 'order.example'],
    ['PUBLIC_URL', 'ftp://order.example'],
    ['SMS_WEBHOOK_URL', 'x'],
    ['SMS_WEBHOOK_SECRET', 'too short'],
    ['LOGIN_TEXTS_PER_DAY', '0'],
    ['DEMO_INBOX', 'yes'],
    ['TOKEN_SECONDS', '4'],
    ['TOKEN_SECONDS', '90000'],
    ['LOGIN_DAYS', '0'],
    ['LOGIN_DAYS', '91'],
    ['LOGIN_DAYS', '1.5'],
    ['REDIRECTS', 'x'],
    ['REDIRECTS', '[]'],
    ['REDIRECTS', '{"merchant": "/x"}'],
    ['REDIRECTS', '{"/x": "//evil.example"}'],
    ['REDIRECTS', '{"/x": "javascript:alert(1)"}'],
    ['ALLOWED_SITES', 'pay.example'],
    ['CORS_ORIGINS', 'shop.example'],
    ['DEMO_RESTAURANTS', 'no'],
    ['API_BASE_URL', 'api.example'],
    ['BEHAVIOUR_LOG_URL', '/api/member'],
    ['BEHAVIOUR_LOG_ENVIRONMENT', 'two words'],
    ['TLS_CERT', '/nowhere.pem'],
    ['TLS_KEY', '/nowhere.pem'],
  ])('%s=%s is one line that names the variable', (name, value) => {
    const errors = errorsOf({ [name]: value });
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatch(/^[A-Z_]+: /);
    expect(errors[0]).toContain(name);
    expect(errors[0]).not.toContain('\n');
  });

  test('names every wrong variable at once', () => {
    expect(errorsOf({ PORT: 'x', PUBLIC_URL: 'y' }).map((line) => line.split(':')[0])).toEqual([
      'PORT',
      'PUBLIC_URL',
    ]);
  });

  // D60
  test('without the demonstration a restaurant is set up in a browser: nothing more is needed to start', () => {
    expect(errorsOf({ DEMO_RESTAURANTS: 'off' })).toEqual([]);
  });

  test('the SMS webhook needs its secret, and the inbox is not beside it', () => {
    const texts = { SMS_WEBHOOK_URL: 'https://sms.example/send', SMS_WEBHOOK_SECRET: secret };
    expect(errorsOf(texts)).toEqual([]);
    expect(errorsOf({ SMS_WEBHOOK_URL: texts.SMS_WEBHOOK_URL })).toEqual([
      expect.stringMatching(/^SMS_WEBHOOK_SECRET: is missing/),
    ]);
    expect(errorsOf({ SMS_WEBHOOK_SECRET: secret })).toEqual([
      expect.stringMatching(/^SMS_WEBHOOK_URL: is missing/),
    ]);
    expect(errorsOf({ ...texts, DEMO_INBOX: 'on' })).toEqual([expect.stringMatching(/^DEMO_INBOX: /)]);
  });

  // D36
  test.each([
    [{}, true],
    [{ PUBLIC_URL: 'http://localhost:3000' }, true],
    [{ PUBLIC_URL: 'http://1003.localhost:3000' }, true],
    [{ PUBLIC_URL: 'https://susan.local' }, true],
    [{ PUBLIC_URL: 'http://192.168.1.20:3000' }, true],
    [{ PUBLIC_URL: 'http://172.31.0.1' }, true],
    [{ PUBLIC_URL: 'http://[::1]:3000' }, true],
    [{ PUBLIC_URL: 'http://[fd00::1]' }, true],
    [{ PUBLIC_URL: 'https://order.example' }, false],
    [{ PUBLIC_URL: 'https://localhost.example' }, false],
    [{ PUBLIC_URL: 'http://172.32.0.1' }, false],
    [{ PUBLIC_URL: 'http://[2001:db8::1]' }, false],
    [{ PUBLIC_URL: 'https://order.example', DEMO_INBOX: 'on' }, true],
    [{ DEMO_INBOX: 'off' }, false],
    [{ DEMO_RESTAURANTS: 'off', STAFF_PASSWORD: 'long enough', DEMO_INBOX: 'on' }, true],
    [{ SMS_WEBHOOK_URL: 'https://sms.example/send', SMS_WEBHOOK_SECRET: secret }, false],
  ])('codes are for everybody to read with %j: %s', (environment, hasInbox) => {
    const read = readConfig({ DATA_DIR: join(folder, 'data'), ...environment });
    expect(read).toMatchObject({ ok: true, config: { hasInbox } });
  });

  test('a data folder that is none is refused', () => {
    expect(errorsOf({ DATA_DIR: join(folder, 'file') })).toEqual([expect.stringMatching(/^DATA_DIR: /)]);
    expect(errorsOf({ DATA_DIR: join(folder, 'file', 'below') })).toEqual([
      expect.stringMatching(/^DATA_DIR: /),
    ]);
  });

  test('TLS files that cannot be read, or are none, are refused', () => {
    const file = join(folder, 'file');
    expect(errorsOf({ TLS_CERT: join(folder, 'absent'), TLS_KEY: file })).toEqual([
      expect.stringContaining('TLS_CERT: '),
    ]);
    expect(errorsOf({ TLS_CERT: file, TLS_KEY: file })).toEqual([
      expect.stringContaining('TLS_CERT, TLS_KEY: '),
    ]);
  });

  test('a certificate with its key is read', () => {
    const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
    const args = [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:P-256',
      '-nodes',
      '-days',
      '1',
    ];
    execFileSync('openssl', [...args, '-subj', '/CN=localhost', '-keyout', key, '-out', cert], {
      stdio: 'ignore',
    });
    const read = readConfig({ DATA_DIR: folder, TLS_CERT: cert, TLS_KEY: key });
    expect(read.ok && read.config.tls).toBeTruthy();
  });

  test('a public URL counts as an origin', () => {
    const read = readConfig({ DATA_DIR: folder, PUBLIC_URL: 'https://order.example/' });
    expect(read.ok && read.config.publicUrl).toBe('https://order.example');
  });
});
