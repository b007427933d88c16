import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { describedCalls, isCall, openApiDocument } from '#server/http/docs/openapi.ts';
import { sharedServer } from '../server-under-test.ts';

interface Document {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, unknown>>>>>>;
}

const server = sharedServer();

const folder = new URL('../../../contract/calls/', import.meta.url);
async function contractCalls() {
  const names = readdirSync(folder).filter((name) => name.endsWith('.ts'));
  const modules = await Promise.all(
    names.map(async (name) => (await import(new URL(name, folder).href)) as Record<string, unknown>),
  );
  return modules.flatMap((module) =>
    Object.entries(module).flatMap(([name, call]) => (isCall(call) ? [{ name, call }] : [])),
  );
}

describe('the description of the API', () => {
  test('has each call of the contract, once, with what it sends and answers', async () => {
    const calls = await contractCalls();
    expect(calls.length).toBeGreaterThan(25);
    const answer = await fetch(`${server.address}/openapi.json`);
    const { openapi, paths } = (await answer.json()) as Document;
    expect(openapi).toBe('3.1.0');
    for (const { name, call } of calls) {
      const operation = paths[call.path.replaceAll(/:(\w+)/g, '{$1}')]?.[call.method.toLowerCase()];
      expect(operation, name).toMatchObject({ operationId: name });
      expect('requestBody' in operation!, name).toBe(call.body !== undefined);
      const placeholders = Array.from(call.path.matchAll(/:(\w+)/g), ([, each]) => each);
      const inPath = (operation!['parameters'] as { in: string; name: string }[]).filter(
        (each) => each.in === 'path',
      );
      expect(
        inPath.map((each) => each.name),
        name,
      ).toEqual(placeholders);
    }
    expect(Object.values(paths).flatMap((each) => Object.keys(each))).toHaveLength(calls.length);
    expect(describedCalls).toHaveLength(calls.length);
  });

  test('says of a dish what the schema says', () => {
    const text = JSON.stringify(openApiDocument());
    expect(text).toContain('"soldOut"');
    const { paths } = openApiDocument() as unknown as Document;
    const scan = JSON.stringify(paths['/api/merchant/table/qrcode/info/{id}']!['get']);
    expect(scan).toMatch(/"tableId":\{"(?:anyOf|type)"/);
    expect(text).not.toContain('"$ref":"#/$defs');
    expect(text).not.toContain('$schema');
  });

  test('is a page for people, without a script, under the strict headers', async () => {
    const answer = await fetch(`${server.address}/api/docs`);
    const html = await answer.text();
    expect(answer.headers.get('content-type')).toContain('text/html');
    expect(answer.headers.get('content-security-policy')).toContain("script-src 'self'");
    expect(html).not.toMatch(/<script|\son\w+=|javascript:/i);
    for (const { name } of describedCalls) expect(html).toContain(`id="${name}"`);
  });
});
