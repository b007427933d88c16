// @module-tag slow
import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { orderingRefusals } from '#contract/calls/opening.ts';
import { codeRefusals } from '#contract/calls/code-budget.ts';
import { codes } from '#contract/codes.ts';
import { aboutCalls } from '#server/platform/http/docs/about-calls.ts';
import { describedCalls } from '#server/platform/http/docs/named-schemas.ts';
import { createOpenApiDocument, type OpenApiDocument } from '#server/platform/http/docs/openapi.ts';
import { rows } from '../security/rows.ts';
import { startSharedServer } from '../server-under-test.ts';

const server = startSharedServer();

/** All exports of the contract's modules of calls, by name. */
async function importContract(): Promise<Readonly<Record<string, unknown>>> {
  const folder = new URL('../../../contract/calls/', import.meta.url);
  const modules = await Promise.all(
    readdirSync(folder).map(async (name) => (await import(new URL(name, folder).href)) as object),
  );
  return Object.assign({}, ...modules) as Record<string, unknown>;
}

describe('the description of the API', () => {
  test('has each call of the contract, once, with its request and answer', async () => {
    const answer = await fetch(`${server.address}/openapi.json`);
    const { openapi, paths } = (await answer.json()) as OpenApiDocument;
    expect(openapi).toBe('3.1.0');
    for (const { name, call } of describedCalls) {
      const operation = paths[call.path.replaceAll(/:(\w+)/g, '{$1}')]?.[call.method.toLowerCase()];
      expect(operation, name).toMatchObject({ operationId: name });
      expect('requestBody' in operation!, name).toBe((call.body ?? call.fileBytes) !== undefined);
    }
    const described = Object.values(paths).flatMap((each) => Object.keys(each));
    expect(described).toHaveLength(describedCalls.length);
  });

  const { paths, webhooks, components, servers, tags } = createOpenApiDocument('https://order.example');
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));

  test('names its schemas: each once, each used, and each reference exists', () => {
    const text = JSON.stringify({ paths, webhooks, components });
    const referred = new Set(Array.from(text.matchAll(/#\/components\/schemas\/(\w+)/g), ([, name]) => name));
    expect(referred).toEqual(new Set(Object.keys(components.schemas)));
    expect(referred).toContain('Order');
    // Every larger object is a named schema.
    expect(JSON.stringify(paths)).not.toContain('"orderItems"');
    expect(text).not.toContain('$defs');
    expect(text).not.toContain('$schema');
  });

  test('distinguishes requests from answers', () => {
    const { Id, IdInput, OrderItem, WantedItemInput } = components.schemas;
    expect(IdInput).toHaveProperty('anyOf');
    expect(Id).toMatchObject({ type: 'string' });
    for (const name of ['notes', 'categoryId', 'id']) {
      expect(WantedItemInput!['required'], name).not.toContain(name);
      expect(OrderItem!['required'], name).toContain(name);
    }
  });

  test('describes every 200 as the answer or a refusal', () => {
    for (const { responses, operationId } of operations)
      expect(responses['200'], operationId).toMatchObject({
        content: {
          'application/json': {
            schema: {
              oneOf: [
                { properties: { success: { const: true }, code: { const: 0 } } },
                { $ref: '#/components/schemas/Refusal' },
              ],
            },
          },
        },
      });
  });

  test('lists the contract’s codes of refusals, with their names', async () => {
    const { code } = components.schemas['Refusal']!['properties'] as {
      code: { enum: number[]; 'x-enum-varnames': string[] };
    };
    const known: Readonly<Record<string, unknown>> = {
      ...(await importContract()),
      ...codes,
      ...codeRefusals,
      ...orderingRefusals,
    };
    expect(code['x-enum-varnames'].map((name) => known[name])).toEqual(code.enum);
    expect(code.enum).toContain(codes.soldOut);
    expect(code.enum).not.toContain(codes.ok);
  });

  test('says who may call: the same as the test with all wrong identities finds', () => {
    const audiences = Object.entries(aboutCalls).map(([name, about]) => [name, about.for]);
    expect(Object.fromEntries(audiences)).toEqual(
      Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, row.for])),
    );
  });

  test('has everything that a linter requires', () => {
    expect(servers).toEqual([{ url: 'https://order.example' }]);
    expect(createOpenApiDocument()['servers']).toEqual([{ url: '/' }]);
    const posts = Object.values(webhooks as OpenApiDocument['paths']).map(({ post }) => post!);
    const ids = [...operations, ...posts].map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { summary, operationId } of [...operations, ...posts])
      expect(summary.length, operationId).toBeGreaterThan(5);
    const used = new Set(describedCalls.map(({ tag }) => tag));
    expect(tags).toEqual([...used].map((name) => ({ name, description: expect.stringMatching(/\w{3}/) })));
    for (const [place, path] of Object.entries(paths))
      for (const { parameters, operationId } of Object.values(path))
        expect(
          parameters.filter((each) => each.in === 'path').map(({ name }) => name),
          operationId,
        ).toEqual(Array.from(place.matchAll(/\{(\w+)\}/g), ([, name]) => name));
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
