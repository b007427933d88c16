/** What can be said of `deploy/` without a machine to deploy to: that it fits the code. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import * as z from 'zod/mini';
import { readConfig, serverVariables } from '#server/platform/process/config.ts';
import { hubVariables, readHubConfig } from '#server/platform/process/hub-config.ts';
import { folderForTests } from '#tests/for-tests.ts';

const folder = folderForTests();
const root = new URL('../../../', import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, root), 'utf8');
const endsWithinSeconds = 10;

const probe = z.object({ httpGet: z.object({ path: z.string(), port: z.string() }) });
const containerSchema = z.looseObject({
  command: z.optional(z.array(z.string())),
  ports: z.array(z.object({ name: z.string(), containerPort: z.number() })),
  env: z.array(z.looseObject({ name: z.string(), value: z.optional(z.string()) })),
  envFrom: z.optional(z.array(z.record(z.string(), z.object({ name: z.string() })))),
  startupProbe: z.optional(probe),
  readinessProbe: probe,
  livenessProbe: probe,
  lifecycle: z.optional(
    z.object({ preStop: z.object({ exec: z.object({ command: z.tuple([z.string(), z.string()]) }) }) }),
  ),
  securityContext: z.object({
    allowPrivilegeEscalation: z.literal(false),
    readOnlyRootFilesystem: z.literal(true),
    capabilities: z.object({ drop: z.tuple([z.literal('ALL')]) }),
  }),
});
const labels = z.record(z.string(), z.string());
const deploymentSchema = z.looseObject({
  spec: z.looseObject({
    replicas: z.number(),
    selector: z.object({ matchLabels: labels }),
    template: z.object({
      metadata: z.object({ labels }),
      spec: z.looseObject({
        terminationGracePeriodSeconds: z.number(),
        securityContext: z.looseObject({ runAsNonRoot: z.literal(true), runAsUser: z.number() }),
        containers: z.tuple([containerSchema]),
      }),
    }),
  }),
});
const serviceSchema = z.looseObject({
  spec: z.object({
    selector: labels,
    ports: z.tuple([z.object({ name: z.string(), port: z.number(), targetPort: z.string() })]),
  }),
});
const resourceSchema = z.looseObject({ kind: z.string(), metadata: z.looseObject({ name: z.string() }) });

const documents = parseAllDocuments(read('deploy/kubernetes.yaml'));
const resources = documents.map((each) => z.parse(resourceSchema, each.toJS()));
function find<T>(schema: z.ZodMiniType<T>, kind: string, name: string): T {
  return z.parse(
    schema,
    resources.find((each) => each.kind === kind && each.metadata.name === name),
  );
}
const tables = find(deploymentSchema, 'Deployment', 'lazy-susan-tables').spec;
const hub = find(deploymentSchema, 'Deployment', 'lazy-susan-hub').spec;

/** Of a container, with what the cluster fills in. */
function environmentOf({ env, envFrom = [] }: z.infer<typeof containerSchema>): Record<string, string> {
  const secrets: Record<string, string> = {
    DATABASE_URL: 'postgres://user:password@host:5432/name',
    HUB_ACCESS_KEY: '0123456789abcdef0123456789abcdef',
    STAFF_PASSWORD: 'the-password-of-the-counter',
    METRICS_TOKEN: '0123456789abcdef01234567',
    SMS_WEBHOOK_URL: 'https://sms.example/send',
    SMS_WEBHOOK_SECRET: 'a secret of the gateway and us',
  };
  const template = find(z.looseObject({ stringData: labels }), 'Secret', 'lazy-susan').stringData;
  expect(Object.keys(template)).toEqual(Object.keys(secrets));
  const settings = find(z.looseObject({ data: labels }), 'ConfigMap', 'lazy-susan').data;
  const found: Record<string, string> = {};
  for (const source of envFrom) Object.assign(found, 'secretRef' in source ? secrets : settings);
  const earlier: Record<string, string> = {};
  for (const { name, value } of env)
    // Only what stands above in the same list can be meant by `$(NAME)`.
    earlier[name] =
      value?.replaceAll(/\$\((\w+)\)/g, (all, each: string) => earlier[each] ?? all) ?? secrets[name]!;
  return { ...found, ...earlier };
}

describe('the Kubernetes manifest', () => {
  test('is YAML, each name once', () => {
    expect(documents.flatMap(({ errors, warnings }) => [...errors, ...warnings])).toEqual([]);
    const names = resources.map(({ kind, metadata }) => `${kind}/${metadata.name}`);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toContain('Ingress/lazy-susan');
  });

  test('sets variables that somebody reads, and they are a valid configuration without a demonstration', () => {
    const [servers, hubs] = [tables, hub].map(({ template }) =>
      environmentOf(template.spec.containers[0]),
    ) as [Record<string, string>, Record<string, string>];
    // Everything of the secret reaches the servers: the hub's key, too.
    const known = [...serverVariables, 'HUB_ACCESS_KEY'];
    expect(Object.keys(servers).filter((name) => !known.includes(name))).toEqual([]);
    expect(readConfig({ ...servers, DATA_DIR: folder })).toMatchObject({ ok: true, config: { demo: false } });
    expect(Object.keys(hubs).filter((name) => !hubVariables.includes(name))).toEqual([]);
    expect(readHubConfig(hubs)).toMatchObject({ ok: true });
    expect(servers['WEB_PUBSUB_CONNECTION_STRING']).toBe(
      `Endpoint=${hubs['HUB_ENDPOINT']};AccessKey=${hubs['HUB_ACCESS_KEY']};Version=1.0;`,
    );
  });

  test('two servers, one hub, none of them root, each with the time that its end takes', () => {
    expect([tables.replicas, hub.replicas]).toEqual([2, 1]);
    for (const { selector, template } of [tables, hub]) {
      expect(template.metadata.labels).toMatchObject(selector.matchLabels);
      expect(template.spec.securityContext.runAsUser).toBeGreaterThan(0);
      const [{ lifecycle, command }] = template.spec.containers;
      const before = Number(lifecycle?.preStop.exec.command[1] ?? 0);
      expect(template.spec.terminationGracePeriodSeconds).toBeGreaterThan(before + endsWithinSeconds);
      if (command) expect(existsSync(new URL(command.at(-1)!, root))).toBe(true);
    }
  });

  test('a server is asked at the paths that it answers, and the services lead to their ports', () => {
    const [server] = tables.template.spec.containers;
    expect(server.startupProbe?.httpGet.path).toBe('/ready');
    expect(server.readinessProbe.httpGet.path).toBe('/health');
    expect(server.livenessProbe.httpGet.path).toBe('/health');
    const endpoint = new URL(environmentOf(hub.template.spec.containers[0])['HUB_ENDPOINT']!);
    const pairs = [
      ['lazy-susan-tables', tables, Number(environmentOf(server)['PORT'])],
      [endpoint.hostname, hub, Number(endpoint.port)],
    ] as const;
    for (const [name, { selector, template }, port] of pairs) {
      const { spec } = find(serviceSchema, 'Service', name);
      const [{ ports, readinessProbe, livenessProbe }] = template.spec.containers;
      expect(spec.selector).toEqual(selector.matchLabels);
      expect(ports).toEqual([{ name: spec.ports[0].targetPort, containerPort: port }]);
      expect(spec.ports[0].port).toBe(port);
      for (const { httpGet } of [readinessProbe, livenessProbe])
        expect(httpGet.port).toBe(spec.ports[0].targetPort);
    }
    expect(hub.template.spec.containers[0].readinessProbe.httpGet.path).toBe(
      `${endpoint.pathname}/api/health`,
    );
  });

  test('of the hub only the phones’ way in is reached from outside', () => {
    const text = JSON.stringify(resources.find(({ kind }) => kind === 'Ingress'));
    expect(Array.from(text.matchAll(/"path":"([^"]+)"/g), ([, path]) => path)).toEqual(['/rt/client', '/']);
  });
});

describe('the unit of systemd', () => {
  const unit = read('deploy/lazy-susan.service');
  const value = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1];

  test('starts a file that is there, as nobody special, and waits for its end', () => {
    expect(existsSync(new URL(value('ExecStart')!.split(' ').at(-1)!, root))).toBe(true);
    expect(value('ExecStart')).toContain(`DATA_DIR=/var/lib/${value('StateDirectory')} `);
    expect(value('User')).toBe('lazy-susan');
    expect(value('NoNewPrivileges')).toBe('yes');
    expect(value('ProtectSystem')).toBe('strict');
    expect(value('CapabilityBoundingSet')).toBe('');
    expect(Number(value('TimeoutStopSec'))).toBeGreaterThan(endsWithinSeconds);
    // Without it a process cannot ask which addresses the machine has, and the start does.
    expect(value('RestrictAddressFamilies')).toContain('AF_NETLINK');
  });

  test('systemd itself, where it is, finds nothing wrong', () => {
    expect(complaints('systemd-analyze', ['verify', 'deploy/lazy-susan.service'])).toBe('');
  });
});

test('Caddy itself, where it is, takes the Caddyfile', () => {
  expect(
    complaints('caddy', ['validate', '--config', 'deploy/Caddyfile', '--adapter', 'caddyfile'], {
      PUBLIC_URL: 'https://order.example',
      HOME: folder,
    }),
  ).toBe('');
});

/** What a program says where it fails; '' when it does not, or is not there to ask. */
function complaints(program: string, args: string[], environment: Record<string, string> = {}): string {
  const { error, status, stderr } = spawnSync(program, args, {
    cwd: fileURLToPath(root),
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], ...environment },
  });
  return error !== undefined || status === 0 ? '' : stderr || `status ${status}`;
}
