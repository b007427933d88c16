/** Checks `deploy/` against the code, without a machine to deploy to. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { readConfig, serverVariables } from '#server/platform/config/config.ts';
import { createFolderForTests } from '#tests/for-tests.ts';

const folder = createFolderForTests();
const root = new URL('../../../', import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, root), 'utf8');
const endsWithinSeconds = 10;

interface Probe {
  readonly httpGet?: { readonly path: string; readonly port: string };
  readonly tcpSocket?: { readonly port: string };
}
interface Container {
  readonly ports: readonly object[];
  readonly env?: readonly { readonly name: string; readonly value?: string }[];
  readonly envFrom?: readonly object[];
  readonly startupProbe?: Probe;
  readonly readinessProbe: Probe;
  readonly livenessProbe: Probe;
  readonly lifecycle?: { readonly preStop: { readonly exec: { readonly command: readonly string[] } } };
}
type Labels = Readonly<Record<string, string>>;
interface Deployment {
  readonly replicas: number;
  readonly selector: { readonly matchLabels: Labels };
  readonly template: {
    readonly metadata: { readonly labels: Labels };
    readonly spec: {
      readonly terminationGracePeriodSeconds: number;
      readonly securityContext: { readonly runAsUser: number };
      readonly containers: readonly [Container];
    };
  };
}
interface Service {
  readonly selector: Labels;
  readonly ports: readonly [{ readonly port: number; readonly targetPort: string }];
}
interface Resource {
  readonly kind: string;
  readonly metadata: { readonly name: string };
}

const documents = parseAllDocuments(read('deploy/kubernetes.yaml'));
const resources = documents.map((each) => each.toJS() as Resource);
const find = (kind: string, name: string): unknown =>
  resources.find((each) => each.kind === kind && each.metadata.name === name);
const getDeployment = (name: string) => (find('Deployment', name) as { readonly spec: Deployment }).spec;
const tables = getDeployment('lazy-susan-tables');
const broker = getDeployment('lazy-susan-broker');

/** The environment of a container, with the cluster's secrets and settings. */
function readEnvironment({ env = [], envFrom = [] }: Container): Record<string, string> {
  const secrets: Record<string, string> = {
    DATABASE_URL: 'postgres://user:password@host:5432/name',
    STAFF_PASSWORD: 'the-password-of-the-counter',
    METRICS_TOKEN: '0123456789abcdef01234567',
    SMS_WEBHOOK_URL: 'https://sms.example/send',
    SMS_WEBHOOK_SECRET: 'a secret of the gateway and us',
  };
  const template = (find('Secret', 'lazy-susan') as { readonly stringData: Labels }).stringData;
  expect(Object.keys(template)).toEqual(Object.keys(secrets));
  const settings = (find('ConfigMap', 'lazy-susan') as { readonly data: Labels }).data;
  const found: Record<string, string> = {};
  for (const source of envFrom) Object.assign(found, 'secretRef' in source ? secrets : settings);
  const earlier: Record<string, string> = {};
  for (const { name, value } of env)
    // `$(NAME)` refers to an earlier variable of the same list.
    earlier[name] =
      value?.replaceAll(/\$\((\w+)\)/g, (all, each: string) => earlier[each] ?? all) ?? secrets[name]!;
  return { ...found, ...earlier };
}

const locked = {
  allowPrivilegeEscalation: false,
  readOnlyRootFilesystem: true,
  capabilities: { drop: ['ALL'] },
};

describe('the Kubernetes manifest', () => {
  test('is YAML with unique names', () => {
    expect(documents.flatMap(({ errors, warnings }) => [...errors, ...warnings])).toEqual([]);
    const names = resources.map(({ kind, metadata }) => `${kind}/${metadata.name}`);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toContain('Ingress/lazy-susan');
  });

  test('sets only variables that a program reads, which form a valid configuration without a demonstration', () => {
    const servers = readEnvironment(tables.template.spec.containers[0]);
    expect(Object.keys(servers).filter((name) => !serverVariables.includes(name))).toEqual([]);
    expect(readConfig({ ...servers, DATA_DIR: folder })).toMatchObject({ ok: true, config: { demo: false } });
  });

  test('has two servers and one broker, none of them root, each with enough time to stop', () => {
    expect([tables.replicas, broker.replicas]).toEqual([2, 1]);
    for (const { selector, template } of [tables, broker]) {
      expect(template.metadata.labels).toMatchObject(selector.matchLabels);
      expect(template.spec.securityContext).toMatchObject({ runAsNonRoot: true });
      expect(template.spec.securityContext.runAsUser).toBeGreaterThan(0);
      expect(template.spec.containers).toMatchObject([{ securityContext: locked }]);
      const [{ lifecycle }] = template.spec.containers;
      const before = Number(lifecycle?.preStop.exec.command[1] ?? 0);
      expect(template.spec.terminationGracePeriodSeconds).toBeGreaterThan(before + endsWithinSeconds);
    }
  });

  test('probes the paths that the server answers, and its services use the right ports', () => {
    const [server] = tables.template.spec.containers;
    expect(server.startupProbe?.httpGet?.path).toBe('/ready');
    expect(server.readinessProbe.httpGet?.path).toBe('/health');
    expect(server.livenessProbe.httpGet?.path).toBe('/health');
    const address = new URL(readEnvironment(server)['BROKER_URL']!);
    const pairs = [
      ['lazy-susan-tables', tables, Number(readEnvironment(server)['PORT'])],
      [address.hostname, broker, Number(address.port)],
    ] as const;
    for (const [name, { selector, template }, port] of pairs) {
      const { spec } = find('Service', name) as { readonly spec: Service };
      const [{ ports, readinessProbe, livenessProbe }] = template.spec.containers;
      expect(spec.selector).toEqual(selector.matchLabels);
      expect(ports).toEqual([{ name: spec.ports[0].targetPort, containerPort: port }]);
      expect(spec.ports[0].port).toBe(port);
      for (const { httpGet, tcpSocket } of [readinessProbe, livenessProbe])
        expect((httpGet ?? tcpSocket)?.port).toBe(spec.ports[0].targetPort);
    }
  });

  test('exposes only the servers', () => {
    const text = JSON.stringify(resources.find(({ kind }) => kind === 'Ingress'));
    expect(Array.from(text.matchAll(/"service":\{"name":"([^"]+)"/g), ([, name]) => name)).toEqual([
      'lazy-susan-tables',
    ]);
  });
});

describe('the systemd unit', () => {
  const unit = read('deploy/lazy-susan.service');
  const findValue = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1];

  test('starts an existing file as an unprivileged user, and waits until it stops', () => {
    expect(existsSync(new URL(findValue('ExecStart')!.split(' ').at(-1)!, root))).toBe(true);
    expect(findValue('ExecStart')).toContain(`DATA_DIR=/var/lib/${findValue('StateDirectory')} `);
    expect(findValue('User')).toBe('lazy-susan');
    expect(findValue('NoNewPrivileges')).toBe('yes');
    expect(findValue('ProtectSystem')).toBe('strict');
    expect(findValue('CapabilityBoundingSet')).toBe('');
    expect(Number(findValue('TimeoutStopSec'))).toBeGreaterThan(endsWithinSeconds);
    // The start asks for the addresses of the machine, which needs this family.
    expect(findValue('RestrictAddressFamilies')).toContain('AF_NETLINK');
  });
});

test.each([
  ['systemd', 'systemd-analyze', 'verify deploy/lazy-susan.service'],
  ['Caddy', 'caddy', 'validate --config deploy/Caddyfile --adapter caddyfile'],
])('%s, if installed, reports no error', (_, program, args) => {
  expect(findComplaints(program, args.split(' '))).toBe('');
});

/** The error output of a program; '' if it succeeds or is not installed. */
function findComplaints(program: string, args: string[]): string {
  const { error, status, stderr } = spawnSync(program, args, {
    cwd: fileURLToPath(root),
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], PUBLIC_URL: 'https://order.example', HOME: folder },
  });
  return error !== undefined || status === 0 ? '' : stderr || `status ${status}`;
}
