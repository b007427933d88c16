/** The API's description as a judge: whether something is as the schema at a place of the document says. */
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import type { Call } from '#contract/http/call.ts';
import { openApiDocument } from '#server/platform/http/docs/openapi.ts';

export type Require = (place: readonly string[], value: unknown, what: string) => void;

export const jsonSchema = ['content', 'application/json', 'schema'];

/** @returns throws where a value is not as the schema says at this place, a list of keys from the document's root */
export function describedSchemas(document: object): Require {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(document, 'openapi');
  return (place, value, what) => {
    const $ref = `openapi#/${place.map(escaped).join('/')}`;
    const validate = ajv.getSchema($ref) ?? ajv.compile({ $ref });
    if (validate(value) === true) return;
    const reasons = (validate.errors ?? []).map(
      ({ instancePath, message }: ErrorObject) => `${instancePath} ${message}`,
    );
    throw new Error(`${what}: ${reasons.join(', ')} in ${JSON.stringify(value)}`);
  };
}

/** RFC 6901, in a URI. */
function escaped(key: string): string {
  return encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'));
}

/** Where the document describes the answers of an operation with this status; undefined: nowhere. */
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
  | { readonly require: Require; readonly paths: ReturnType<typeof openApiDocument>['paths'] }
  | undefined;

/** Throws where an answer of this version's server is not as its own description says. */
export function requireDescribed({ method, path }: Call, status: number, answer: unknown): void {
  if (!own) {
    const document = openApiDocument();
    own = { require: describedSchemas(document), paths: document.paths };
  }
  const at = [path.replaceAll(/:(\w+)/g, '{$1}'), method.toLowerCase()] as const;
  const operation = own.paths[at[0]]?.[at[1]];
  // Calls of tests and benches are not the product's.
  if (!operation) return;
  const place = placeOfAnswer(operation.responses, ['paths', ...at], status);
  if (!place) throw new Error(`${method} ${path}: an answer with status ${status} is not described`);
  own.require(place, answer, `${method} ${path}, ${status}`);
}
