/** Checks the image, the compose file and the proxy against the code, without a container engine. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readConfig, serverVariables } from '#server/platform/config/config.ts';
import { createFolderForTests } from '#tests/for-tests.ts';
import { importGraph } from '#tests/house/imports.ts';

const folder = createFolderForTests();
const root = new URL('../../../', import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, root), 'utf8');

/** Variables in the tables of docs/operating.md. */
const documented = Array.from(
  read('docs/operating.md').matchAll(/^\| ((?:`[A-Z_]+`(?:, )?)+) \|/gm),
  ([, names = '']) => names.replaceAll('`', '').split(', '),
).flat();

interface Service {
  readonly environment: Readonly<Record<string, string>>;
  readonly env_file?: string;
  readonly stop_grace_period?: string;
  readonly depends_on?: readonly string[] | Readonly<Record<string, unknown>>;
  readonly volumes?: readonly string[];
}
interface Compose {
  readonly services: Readonly<Record<string, Omit<Service, 'environment'> & Partial<Service>>>;
  readonly volumes: object;
}
const { services: parsed, volumes } = parse(read('compose.yaml')) as Compose;
/** The broker has no variables. */
const services: Readonly<Record<string, Service>> = Object.fromEntries(
  Object.entries(parsed).map(([name, service]) => [
    name,
    { ...service, environment: service.environment ?? {} },
  ]),
);
const tableServers = ['tables-1', 'tables-2'].map((name) => services[name]!);

/** An operator's values in `.env`. */
const set: Record<string, string> = {
  POSTGRES_PASSWORD: 'abc123',
  PUBLIC_URL: 'https://order.example',
  SMS_WEBHOOK_URL: 'https://sms.example/send',
  SMS_WEBHOOK_SECRET: 'a secret of the gateway and us',
  STAFF_PASSWORD: 'the-password-of-the-counter',
  TOKEN_SECONDS: '600',
};

/** The environment of a service: `env_file`, then its own variables with `${NAME:?…}` and `${NAME:-…}` filled in. */
function fillEnvironment(service: Service, given = set): Record<string, string> {
  const own = Object.entries(service.environment).map(([name, text]) => [
    name,
    interpolateVariables(text, given),
  ]);
  return { ...(service.env_file === '.env' && fillVariables(given)), ...Object.fromEntries(own) };
}

/** Treats an empty variable as absent. */
function interpolateVariables(text: string, given: Record<string, string>): string {
  return text.replaceAll(/\$\{(\w+):([?-])([^}]*)\}/g, (_, variable: string, kind: string, rest: string) => {
    const value = given[variable] || (kind === '-' ? rest : undefined);
    if (value === undefined) throw new Error(`${variable}: ${rest}`);
    return value;
  });
}

/** The variables of `.env` that a container gets. */
function fillVariables(given: Record<string, string>): Record<string, string> {
  return Object.fromEntries(exampleVariables.map(([name, value]) => [name, given[name] ?? value]));
}
const exampleVariables = Array.from(
  read('.env.example').matchAll(/^(\w+)=(.*)$/gm),
  ([, name = '', value = '']) => [name, value] as const,
);
/** Variables that only compose and the database image read. */
const ofCompose = ['POSTGRES_PASSWORD'];

describe('compose.yaml', () => {
  test('names only variables that a program reads, and is a valid configuration', () => {
    for (const service of tableServers) {
      expect(Object.keys(service.environment).filter((name) => !serverVariables.includes(name))).toEqual([]);
      const environment = { ...fillEnvironment(service), DATA_DIR: folder };
      expect(readConfig(environment)).toMatchObject({
        ok: true,
        config: {
          demo: false,
          smsWebhook: { url: set['SMS_WEBHOOK_URL'], secret: set['SMS_WEBHOOK_SECRET'] },
          tokens: { lifeSeconds: 600 },
        },
      });
    }
  });

  test('passes each variable of docs/operating.md in .env.example to the programs that read it', () => {
    const names = exampleVariables.map(([name]) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names.toSorted()).toEqual([...new Set([...documented, ...ofCompose])].toSorted());
    for (const service of tableServers)
      expect(serverVariables.filter((name) => !(name in fillEnvironment(service)))).toEqual([]);
  });

  test.each(Object.keys(set).filter((name) => name !== 'TOKEN_SECONDS'))(
    'without %s nothing starts, and the reason names it',
    (name) => {
      const texts = Object.values(services).flatMap(({ environment }) => Object.values(environment));
      const withAll = (given: Record<string, string>) =>
        texts.map((text) => interpolateVariables(text, given));
      expect(withAll(set).join(' ')).not.toContain('${');
      expect(() => withAll({ ...set, [name]: '' })).toThrow(name);
    },
  );

  test('gives each service more time to stop than the server needs', () => {
    const stopMs = 10_000;
    expect(readConfig({ DATA_DIR: folder })).toMatchObject({ config: { stopMs } });
    for (const name of ['tables-1', 'tables-2']) {
      const [, seconds] = /^(\d+)s$/.exec(services[name]!.stop_grace_period!)!;
      expect(Number(seconds) * 1000).toBeGreaterThan(stopMs);
    }
  });

  test('gives servers the address of the broker, and the user, password and name of the database', () => {
    for (const service of tableServers) {
      const broker = new URL(fillEnvironment(service)['BROKER_URL']!);
      expect(services).toHaveProperty(broker.hostname);
      expect(broker.port).toBe('6379');
    }
    const database = fillEnvironment(services['database']!);
    const url = new URL(fillEnvironment(tableServers[0]!)['DATABASE_URL']!);
    expect([url.username, url.password, url.hostname, url.pathname.slice(1)]).toEqual([
      database['POSTGRES_USER'],
      database['POSTGRES_PASSWORD'],
      'database',
      database['POSTGRES_DB'],
    ]);
  });

  test('refers only to existing services, volumes and files; only the proxy is public', () => {
    for (const { depends_on: others = [], volumes: mounts = [] } of Object.values(services)) {
      for (const other of Array.isArray(others) ? others : Object.keys(others))
        expect(services).toHaveProperty(other);
      for (const mount of mounts) {
        const [source = ''] = mount.split(':');
        if (source.startsWith('./')) expect(existsSync(new URL(source, root)), source).toBe(true);
        else expect(volumes).toHaveProperty(source);
      }
    }
    expect(Object.keys(services).filter((name) => 'ports' in services[name]!)).toEqual(['proxy']);
  });
});

describe('the proxy', () => {
  const caddyfile = read('deploy/Caddyfile');

  test('forwards to existing services at their ports', () => {
    const upstreams = Array.from(caddyfile.matchAll(/\b([a-z][\w-]*):(\d{4})\b/g), ([, name, port]) => [
      name,
      port,
    ]);
    expect(upstreams).toEqual([
      ['tables-1', tableServers[0]!.environment['PORT']],
      ['tables-2', tableServers[1]!.environment['PORT']],
    ]);
    expect(caddyfile.split('{').length).toBe(caddyfile.split('}').length);
  });
});

/** The server and all commands that package.json starts. */
function listPrograms(): string[] {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const started = Object.values(scripts).flatMap(
    (script) => /^tsx (tools\/[\w-]+\.ts)$/.exec(script)?.[1] ?? [],
  );
  return ['server/main.ts', ...started];
}

/** Top-level folders that those programs import, directly or not. */
function listReachedFolders(): string[] {
  const graph = importGraph(
    readdirSync(root, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !/^(?:\.|node_modules$|dist$)/.test(entry.name))
      .map(({ name }) => name),
  );
  const reached = new Set<string>();
  const visit = (file: string): void => {
    if (reached.has(file)) return;
    reached.add(file);
    graph.get(file)?.forEach(visit);
  };
  listPrograms().forEach(visit);
  return [...new Set([...reached].map((file) => file.split('/', 1)[0]!))];
}

describe('Dockerfile', () => {
  test('D29: every stage uses the newest long-term Node, and installs what the lock file names', () => {
    const images = lines.flatMap((line) => /^FROM (node:\S+)/.exec(line)?.[1] ?? []);
    expect(images.length).toBeGreaterThan(1);
    expect(new Set(images)).toEqual(new Set(['node:24-slim']));
    expect(read('docs/operating.md')).toContain('(Node 24, ');
    expect(lines.filter((line) => /\bnpm (?:ci|install|i)\b/.test(line))).toEqual([
      'RUN npm ci --no-audit --no-fund',
    ]);
  });

  const lines = read('Dockerfile').split('\n');
  const last = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')));

  test('contains the first font of the QR sheet, and lets the server stop in time', () => {
    expect(read('Dockerfile')).toContain('--no-install-recommends fonts-noto-cjk');
    expect(read('server/platform/pdf/outline.ts')).toMatch(
      /defaultFonts = \[\s+'\/usr\/share\/fonts\/opentype\/noto\/NotoSansCJK-Bold\.ttc'/,
    );
    expect(last).toContain('STOPSIGNAL SIGTERM');
  });

  test('runs as an ordinary user, reports its health, and starts an existing file', () => {
    expect(last).toContain('USER node');
    expect(last.some((line) => line.startsWith('HEALTHCHECK '))).toBe(true);
    const command = JSON.parse(
      /^CMD (.*)$/.exec(last.find((line) => line.startsWith('CMD '))!)![1]!,
    ) as string[];
    expect(existsSync(new URL(command.at(-1)!, root))).toBe(true);
  });

  test('copies existing files, every import of its programs, and no secrets', () => {
    const copied = last
      .filter((line) => /^COPY (?!--from)/.test(line))
      .flatMap((line) => line.split(/\s+/).slice(1, -1));
    for (const path of copied) expect(existsSync(new URL(path, root)), path).toBe(true);
    expect(listPrograms()).toContain('tools/replay.ts');
    const reached = listReachedFolders();
    expect(reached).toEqual(expect.arrayContaining(['server', 'tools', 'events', 'sync']));
    expect(reached.filter((folder) => !copied.includes(folder))).toEqual([]);
    // The server reads these files by path.
    expect(copied).toContain('demo');
    const ignored = read('.dockerignore').split('\n');
    for (const path of ['.env', '.git', '.data', 'node_modules']) expect(ignored).toContain(path);
  });
});

test('docs/operating.md explains every variable of the server', () => {
  expect(new Set(documented)).toEqual(new Set(serverVariables));
});
