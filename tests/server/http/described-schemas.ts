/** Compares values with the schemas of the API's description. */
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import type { Call } from '#contract/http/call.ts';
import { createOpenApiDocument } from '#server/platform/http/docs/openapi.ts';

export type Require = (place: readonly string[], value: unknown, what: string) => void;

export const jsonSchema = ['content', 'application/json', 'schema'];

/** @returns throws if a value differs from the schema at a place, which is a list of keys from the document's root */
export function createSchemaCheck(document: object): Require {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(document, 'openapi');
  return (place, value, what) => {
    const $ref = `openapi#/${place.map(escapeKey).join('/')}`;
    const validate = ajv.getSchema($ref) ?? ajv.compile({ $ref });
    if (validate(value) === true) return;
    const reasons = (validate.errors ?? []).map(
      ({ instancePath, message }: ErrorObject) => `${instancePath} ${message}`,
    );
    throw new Error(`${what}: ${reasons.join(', ')} in ${JSON.stringify(value)}`);
  };
}

/** A key of a JSON pointer (RFC 6901) in a URI. */
function escapeKey(key: string): string {
  return encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'));
}

/** The place of the schema for answers with this status; undefined if the document lacks it. */
export function placeOfAnswer(
  responses: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
  at: readonly string[],
  status: number,
): readonly string[] | undefined {
  const key = status in responses ? String(status) : 'default';
  const described = responses[key];
  if (!described) return undefined;
  const ref = described['$ref'];
  const place = typeof ref === 'string' ? ref.slice('#/'.length).split('/') : [...at, 'responses', key];
  return [...place, ...jsonSchema];
}

let own:
  | { readonly require: Require; readonly paths: ReturnType<typeof createOpenApiDocument>['paths'] }
  | undefined;

/** Throws if an answer of the server differs from the server's own description. */
export function requireDescribed({ method, path }: Call, status: number, answer: unknown): void {
  if (!own) {
    const document = createOpenApiDocument();
    own = { require: createSchemaCheck(document), paths: document.paths };
  }
  const at = [path.replaceAll(/:(\w+)/g, '{$1}'), method.toLowerCase()] as const;
  const operation = own.paths[at[0]]?.[at[1]];
  // Tests and benches have calls of their own.
  if (!operation) return;
  const place = placeOfAnswer(operation.responses, ['paths', ...at], status);
  if (!place) throw new Error(`${method} ${path}: an answer with status ${status} is not described`);
  own.require(place, answer, `${method} ${path}, ${status}`);
}
