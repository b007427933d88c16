/** The workflows fit the project: their commands exist, their Node versions are supported, and no action can change. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

interface Step {
  readonly uses?: string;
  readonly run?: string;
}
interface Workflow {
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<
    Record<string, { readonly steps: readonly Step[]; readonly 'timeout-minutes': number }>
  >;
}
const folder = '.github/workflows';
const workflows = readdirSync(folder).map((name) => {
  const text = readFileSync(`${folder}/${name}`, 'utf8');
  return { name, text, workflow: parse(text) as Workflow };
});
const steps = workflows.flatMap(({ workflow }) => Object.values(workflow.jobs).flatMap((job) => job.steps));
const { scripts, engines } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  scripts: Record<string, string>;
  engines: { node: string };
};

test('each command of a workflow is a script of package.json or a file', () => {
  const commands = steps.flatMap(({ run = '' }) => run.split('\n'));
  const named = commands.flatMap((line) => [...line.matchAll(/npm run ([\w:-]+)/g)].map(([, name]) => name!));
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
  expect(named).toContain('cart-rules');
  const files = commands.flatMap((line) => line.match(/(?:\.ci|deploy|packages)\/[\w./-]+/g) ?? []);
  expect(files.filter((path) => !existsSync(path.replace(/\/dist$/, '')))).toEqual([]);
  expect(files).toContain('.ci/run');
});

test('each action is named by a full commit id', () => {
  const actions = steps.flatMap(({ uses }) => uses ?? []);
  expect(actions.length).toBeGreaterThan(8);
  expect(actions.filter((action) => !/^[\w./-]+@[\da-f]{40}$/.test(action))).toEqual([]);
});

test('each workflow starts with few rights, and each job ends by itself', () => {
  for (const { name, workflow } of workflows) {
    expect(workflow.permissions, name).toMatchObject({ contents: 'read' });
    for (const job of Object.values(workflow.jobs))
      // A part of the long runs may take hours. No job takes the six that the service allows.
      expect(job['timeout-minutes'], name).toBeLessThanOrEqual(name === 'long.yml' ? 180 : 45);
  }
});

test('the tests run on the oldest Node.js that package.json allows', () => {
  const [, oldest] = /\^(\d+\.\d+)/.exec(engines.node)!;
  expect(workflows.find(({ name }) => name === 'test.yml')!.text).toContain(`'${oldest}'`);
});
