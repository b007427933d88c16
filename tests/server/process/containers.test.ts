/** What can be said of the image and the compose file without an engine: that they fit the code. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod/mini';
import { readConfig, serverVariables } from '#server/process/config.ts';
import { importGraph } from '#tests/house/imports.ts';
import { hubVariables, readHubConfig } from '#server/process/hub-config.ts';

const root = new URL('../../../', import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, root), 'utf8');

const serviceSchema = z.looseObject({
  build: z.optional(z.string()),
  image: z.string(),
  command: z.optional(z.array(z.string())),
  environment: z.record(z.string(), z.string()),
  depends_on: z.optional(z.union([z.array(z.string()), z.record(z.string(), z.unknown())])),
  volumes: z.optional(z.array(z.string())),
});
const scriptsSchema = z.looseObject({ scripts: z.record(z.string(), z.string()) });
const composeSchema = z.looseObject({
  services: z.record(z.string(), serviceSchema),
  volumes: z.record(z.string(), z.nullable(z.unknown())),
});
const { services, volumes } = composeSchema.parse(parse(read('compose.yaml')));
const tableServers = ['tables-1', 'tables-2'].map((name) => services[name]!);

/** As whoever runs it sets it. */
const set: Record<string, string> = {
  POSTGRES_PASSWORD: 'abc123',
  HUB_ACCESS_KEY: '0123456789abcdef0123456789abcdef',
  PUBLIC_URL: 'https://order.example',
};

/** The variables of a service with compose's `${NAME:?…}` and `${NAME:-…}` filled in. */
function filled(service: z.infer<typeof serviceSchema>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(service.environment).map(([name, text]) => [
      name,
      text.replaceAll(/\$\{(\w+):([?-])([^}]*)\}/g, (_, variable: string, kind: string, rest: string) => {
        const value = set[variable] ?? (kind === '-' ? rest : undefined);
        if (value === undefined) throw new Error(`${variable} is not set`);
        return value;
      }),
    ]),
  );
}

describe('compose.yaml', () => {
  test('names no variable that nobody reads, and what it says is a valid configuration', () => {
    for (const service of tableServers) {
      const environment = filled(service);
      expect(Object.keys(environment).filter((name) => !serverVariables.includes(name))).toEqual([]);
      expect(readConfig(environment)).toMatchObject({ ok: true });
    }
    const hub = filled(services['hub']!);
    expect(Object.keys(hub).filter((name) => !hubVariables.includes(name))).toEqual([]);
    expect(readHubConfig(hub)).toMatchObject({ ok: true });
  });

  test('servers and hub agree on endpoint and key', () => {
    const hub = filled(services['hub']!);
    const expected = `Endpoint=${hub['HUB_ENDPOINT']};AccessKey=${hub['HUB_ACCESS_KEY']};Version=1.0;`;
    for (const service of tableServers)
      expect(filled(service)['WEB_PUBSUB_CONNECTION_STRING']).toBe(expected);
    expect(new URL(hub['HUB_ENDPOINT']!).port).toBe(hub['HUB_PORT']);
  });

  test('servers and database agree on user, password and name', () => {
    const database = filled(services['database']!);
    const url = new URL(filled(tableServers[0]!)['DATABASE_URL']!);
    expect([url.username, url.password, url.hostname, url.pathname.slice(1)]).toEqual([
      database['POSTGRES_USER'],
      database['POSTGRES_PASSWORD'],
      'database',
      database['POSTGRES_DB'],
    ]);
  });

  test('every service, volume and file that it speaks of is there', () => {
    for (const { depends_on: others = [], volumes: mounts = [], command } of Object.values(services)) {
      for (const other of Array.isArray(others) ? others : Object.keys(others))
        expect(services).toHaveProperty(other);
      for (const mount of mounts) {
        const [source = ''] = mount.split(':');
        if (source.startsWith('./')) expect(existsSync(new URL(source, root)), source).toBe(true);
        else expect(volumes).toHaveProperty(source);
      }
      if (command) expect(existsSync(new URL(command.at(-1)!, root))).toBe(true);
    }
  });

  test('only the proxy is reached from outside', () => {
    expect(Object.keys(services).filter((name) => 'ports' in services[name]!)).toEqual(['proxy']);
  });
});

describe('the proxy', () => {
  const caddyfile = read('deploy/Caddyfile');
  test('passes on to services that there are, at their ports', () => {
    const upstreams = Array.from(caddyfile.matchAll(/\b([a-z][\w-]*):(\d{4})\b/g), ([, name, port]) => [
      name,
      port,
    ]);
    expect(upstreams).toEqual([
      ['hub', services['hub']!.environment['HUB_PORT']],
      ['tables-1', tableServers[0]!.environment['PORT']],
      ['tables-2', tableServers[1]!.environment['PORT']],
    ]);
  });

  test("passes the phones' way into the hub and nothing else of it", () => {
    const { pathname } = new URL(services['hub']!.environment['HUB_ENDPOINT']!);
    expect(caddyfile).toContain(`handle ${pathname}/client/* {`);
    expect(caddyfile).toMatch(/handle \/rt\/\* \{\s+respond 404/);
  });

  test('its braces are closed', () => {
    expect(caddyfile.split('{').length).toBe(caddyfile.split('}').length);
  });
});

/** Both processes and the operator's commands, as package.json starts them. */
function programs(): string[] {
  const { scripts } = scriptsSchema.parse(JSON.parse(read('package.json')));
  const started = Object.values(scripts).flatMap(
    (script) => /^tsx (tools\/[\w-]+\.ts)$/.exec(script)?.[1] ?? [],
  );
  return ['server/main.ts', 'server/hub-main.ts', ...started];
}

/** The large folders of which those programs import something, however far down. */
function foldersReached(): string[] {
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
  programs().forEach(visit);
  return [...new Set([...reached].map((file) => file.split('/', 1)[0]!))];
}

describe('Dockerfile', () => {
  test('the programs in it are found, and what they reach', () => {
    expect(programs()).toContain('tools/replay.ts');
    expect(foldersReached()).toEqual(expect.arrayContaining(['server', 'tools', 'events', 'sync']));
  });

  test('D29: every stage is of the newest long-term Node, and takes what the lock file names', () => {
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

  test('runs as nobody special, tells its health, and starts a file that is there', () => {
    expect(last).toContain('USER node');
    expect(last.some((line) => line.startsWith('HEALTHCHECK '))).toBe(true);
    const command = JSON.parse(
      /^CMD (.*)$/.exec(last.find((line) => line.startsWith('CMD '))!)![1]!,
    ) as string[];
    expect(existsSync(new URL(command.at(-1)!, root))).toBe(true);
  });

  test('copies what is there, all that the programs in it import, and no secrets', () => {
    const copied = last
      .filter((line) => /^COPY (?!--from)/.test(line))
      .flatMap((line) => line.split(/\s+/).slice(1, -1));
    for (const path of copied) expect(existsSync(new URL(path, root)), path).toBe(true);
    expect(foldersReached().filter((folder) => !copied.includes(folder))).toEqual([]);
    // The server reads these by their path.
    expect(copied).toContain('demo');
    const ignored = read('.dockerignore').split('\n');
    for (const path of ['.env', '.git', '.data', 'node_modules']) expect(ignored).toContain(path);
  });
});

test('docs/operating.md explains every variable of both processes', () => {
  const docs = read('docs/operating.md');
  for (const name of new Set([...serverVariables, ...hubVariables])) expect(docs).toContain(`\`${name}\``);
});
