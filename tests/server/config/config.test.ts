import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { readConfig, serverVariables } from '#server/platform/config/config.ts';
import { secretVariables } from '#server/platform/config/config-values.ts';
import { createFolderForTests } from '#tests/for-tests.ts';

const folder = createFolderForTests();
beforeAll(() => {
  writeFileSync(join(folder, 'file'), 'no certificate');
});

const read = (environment: Record<string, string>) =>
  readConfig({ DATA_DIR: join(folder, 'data'), ...environment });
function listErrors(environment: Record<string, string>): readonly string[] {
  const result = read(environment);
  return result.ok ? [] : result.errors;
}

const secret = 'a secret of the gateway and us';

describe('configuration', () => {
  test('needs no variable', () => {
    expect(read({ PORT: '' })).toEqual({
      ok: true,
      config: {
        port: 3000,
        dataDir: join(folder, 'data'),
        databaseUrl: undefined,
        databaseConnections: 20,
        hubConnectionString: undefined,
        brokerUrl: undefined,
        publicUrl: undefined,
        trustedProxies: 'loopback',
        tls: undefined,
        tokens: { lifeSeconds: 1800, refreshSeconds: 30 * 24 * 60 * 60 },
        redirects: {},
        allowedOrigins: [],
        corsOrigins: [],
        demo: true,
        smsWebhook: undefined,
        secretKeys: [],
        providerOrigins: {},
        hasInbox: true,
        loginTextsPerDay: 3000,
        webhookNetworks: [],
        mailServers: [],
        printerPorts: { from: 9100, to: 9109 },
        paymentSecrets: {},
        staffPassword: undefined,
        staffPasswords: {},
        metricsToken: undefined,
        hasTelemetry: false,
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

  test('allows automatic backups with SQLite only', () => {
    const BACKUP_DIR = join(folder, 'backups');
    expect(read({ BACKUP_DIR, BACKUP_HOURS: '6' })).toMatchObject({
      config: { backups: { dir: BACKUP_DIR, hours: 6, keep: 14 } },
    });
    expect(listErrors({ BACKUP_DIR, DATABASE_URL: 'postgres://u:p@h/d' })).toEqual([
      'BACKUP_DIR: does not work with PostgreSQL; leave it out and use pg_dump',
    ]);
  });

  test('keeps pictures in a bucket if its address names one, with key and secret', () => {
    const url = 'https://s3.example/our-pictures';
    const given = {
      PICTURES_BUCKET_URL: `${url}/`,
      PICTURES_BUCKET_KEY: 'key',
      PICTURES_BUCKET_SECRET: 'secret',
    };
    expect(read(given)).toMatchObject({
      config: {
        pictureStore: { endpoint: url, region: 'auto', accessKeyId: 'key', secretAccessKey: 'secret' },
      },
    });
    expect(listErrors({ PICTURES_BUCKET_URL: 'https://s3.example', PICTURES_BUCKET_KEY: 'key' })).toEqual([
      'PICTURES_BUCKET_URL: must end with the name of the bucket, like https://s3.example/bucket',
      'PICTURES_BUCKET_SECRET: is missing; the bucket needs it',
    ]);
  });

  test('reads a secret from a file that its variable with _FILE names', () => {
    const file = join(folder, 'secret');
    const value = 'a-secret-of-the-whole-counter';
    writeFileSync(file, `${value}\n`);
    expect(read({ STAFF_PASSWORD_FILE: file, SECRET_KEY_FILE: file })).toMatchObject({
      config: { staffPassword: value, secretKeys: [value] },
    });
    expect(listErrors({ STAFF_PASSWORD_FILE: file, STAFF_PASSWORD: secret })).toEqual([
      'STAFF_PASSWORD: cannot be combined with STAFF_PASSWORD_FILE; leave one of them out',
    ]);
    const nowhere = join(folder, 'nowhere');
    expect(listErrors({ METRICS_TOKEN_FILE: nowhere })).toEqual([
      `METRICS_TOKEN_FILE: ${nowhere} cannot be read (ENOENT)`,
    ]);
  });

  test.each(secretVariables)('%s may be in a file', (name) => {
    const file = join(folder, name);
    writeFileSync(file, 'x');
    const [error = ''] = listErrors({ [name]: 'y', [`${name}_FILE`]: file });
    expect(error).toContain(`${name}_FILE`);
  });

  test('knows each variable that names a secret', () => {
    const isSecret = (name: string) => /SECRET|PASSWORD|TOKEN$|_KEY$|CONNECTION_STRING/.test(name);
    const known = ['TLS_KEY', ...secretVariables];
    expect(serverVariables.filter((name) => isSecret(name) && !known.includes(name))).toEqual([]);
  });

  test('limits the connections to PostgreSQL', () => {
    expect(read({ DATABASE_CONNECTIONS: '5' })).toMatchObject({ config: { databaseConnections: 5 } });
  });

  test('accepts one Azure Web PubSub, also with a broker for the limits', () => {
    const azure = {
      WEB_PUBSUB_CONNECTION_STRING: 'Endpoint=https://a.webpubsub.azure.com;AccessKey=k;Version=1.0;',
    };
    expect(read({ ...azure, BROKER_URL: 'redis://broker:6379' })).toMatchObject({
      config: {
        hubConnectionString: azure.WEB_PUBSUB_CONNECTION_STRING,
        brokerUrl: 'redis://broker:6379',
      },
    });
  });

  test.each([
    ['PORT', 'http'],
    ['ORDER_WEBHOOK_URL', 'https://till.example'],
    ['METRICS_TOKEN', 'too short'],
    ['LOG_LEVEL', 'loud'],
    ['STOP_SECONDS', '0'],
    ['TRUSTED_PROXIES', 'everybody'],
    ['BROKER_URL', 'broker:6379'],
    ['STAFF_PASSWORD', 'short'],
    ['STAFF_PASSWORDS', '{"1001":"short"}'],
    ['STAFF_PASSWORDS', '1001:long-enough'],
    ['PAYMENT_SECRETS', '{"1001":"too short"}'],
    ['PAYMENT_SECRETS', 'just a secret'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['DATABASE_URL', 'localhost'],
    ['DATABASE_CONNECTIONS', '1'],
    ['WEB_PUBSUB_CONNECTION_STRING', 'Endpoint=https://x.webpubsub.azure.com'],
    ['WEB_PUBSUB_CONNECTION_STRING', 'Endpoint=http://a;AccessKey=k; Endpoint=http://b;AccessKey=k'],
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
  ])('reports %s=%s in one line that names the variable', (name, value) => {
    const errors = listErrors({ [name]: value });
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatch(/^[A-Z_]+: /);
    expect(errors[0]).toContain(name);
    expect(errors[0]).not.toContain('\n');
  });

  test('reports every wrong variable at once', () => {
    expect(listErrors({ PORT: 'x', PUBLIC_URL: 'y' }).map((line) => line.split(':')[0])).toEqual([
      'PORT',
      'PUBLIC_URL',
    ]);
  });

  // CX28
  test('without the demonstration needs nothing more: a restaurant is set up in a browser', () => {
    expect(listErrors({ DEMO_RESTAURANTS: 'off' })).toEqual([]);
  });

  test('requires the secret of the SMS webhook, and refuses the inbox together with it', () => {
    const texts = { SMS_WEBHOOK_URL: 'https://sms.example/send', SMS_WEBHOOK_SECRET: secret };
    expect(listErrors(texts)).toEqual([]);
    expect(listErrors({ SMS_WEBHOOK_URL: texts.SMS_WEBHOOK_URL })).toEqual([
      expect.stringMatching(/^SMS_WEBHOOK_SECRET: is missing/),
    ]);
    expect(listErrors({ SMS_WEBHOOK_SECRET: secret })).toEqual([
      expect.stringMatching(/^SMS_WEBHOOK_URL: is missing/),
    ]);
    expect(listErrors({ ...texts, DEMO_INBOX: 'on' })).toEqual([expect.stringMatching(/^DEMO_INBOX: /)]);
  });

  // CE23
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
  ])('says whether codes are public with %j: %s', (environment, hasInbox) => {
    expect(read(environment)).toMatchObject({ ok: true, config: { hasInbox } });
  });

  test.each<[what: string, environment: () => Record<string, string>, name: string]>([
    ['a data folder that is a file', () => ({ DATA_DIR: join(folder, 'file') }), 'DATA_DIR'],
    ['one below a file', () => ({ DATA_DIR: join(folder, 'file', 'below') }), 'DATA_DIR'],
    [
      'a missing certificate',
      () => ({ TLS_CERT: join(folder, 'absent'), TLS_KEY: join(folder, 'file') }),
      'TLS_CERT',
    ],
    [
      'an invalid one',
      () => ({ TLS_CERT: join(folder, 'file'), TLS_KEY: join(folder, 'file') }),
      'TLS_CERT, TLS_KEY',
    ],
  ])('%s is refused', (_, environment, name) => {
    expect(listErrors(environment())).toEqual([expect.stringMatching(new RegExp(`^${name}: `))]);
  });

  test('reads a certificate with its key', () => {
    const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
    const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '1'];
    const files = ['-subj', '/CN=localhost', '-keyout', key, '-out', cert];
    execFileSync('openssl', ['req', '-x509', ...curve, ...files], { stdio: 'ignore' });
    const result = read({ TLS_CERT: cert, TLS_KEY: key });
    expect(result.ok && result.config.tls).toBeTruthy();
  });

  test('counts a public URL as an origin', () => {
    expect(read({ PUBLIC_URL: 'https://order.example/' })).toMatchObject({
      config: { publicUrl: 'https://order.example' },
    });
  });
});
