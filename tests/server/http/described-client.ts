/** A client that reads all it knows about the API from /openapi.json. */
import type { OpenApiDocument, Operation } from '#server/platform/http/docs/openapi.ts';
import { createSchemaCheck, jsonSchema, placeOfAnswer } from './described-schemas.ts';

/** The parts of the description that the client reads. */
interface Described extends OpenApiDocument {
  readonly webhooks: Readonly<Record<string, { readonly post: Operation }>>;
  readonly components: OpenApiDocument['components'] & {
    readonly securitySchemes: Readonly<Record<string, { type: string; in?: string; name?: string }>>;
  };
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: { readonly success: boolean; readonly code: number; readonly data: unknown };
}

export interface Asked {
  /** By name, in path, query and headers alike. */
  readonly parameters?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** The client throws if a request, an answer or a delivery differs from the document. */
export function createDescribedClient(address: string, text: string) {
  const document = JSON.parse(text) as Described;
  const require = createSchemaCheck(JSON.parse(text) as object);
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  /** Secrets by the name of their security scheme. Each call sends those that it needs. */
  const secrets = new Map<string, string>();

  return {
    secrets,

    async call(operationId: string, { parameters = {}, body }: Asked = {}): Promise<Answer> {
      const found = operations.find(({ operation }) => operation.operationId === operationId);
      if (!found) throw new Error(`${operationId} is not described`);
      const { path, method, operation } = found;
      const at = ['paths', path, method];
      const headers: Record<string, string> = { 'Content-Type': 'application/json' };
      const query = new URLSearchParams();
      let filled = path;
      operation.parameters.forEach(({ name, in: place, required }, index) => {
        const value = parameters[name];
        if (value === undefined) {
          if (required) throw new Error(`${operationId}: ${name} is missing`);
          return;
        }
        require([...at, 'parameters', String(index), 'schema'], value, `${operationId}, ${name}`);
        if (place === 'path') filled = filled.replace(`{${name}}`, encodeURIComponent(value));
        else if (place === 'query') query.set(name, value);
        else headers[name] = value;
      });
      Object.assign(headers, chooseCredentials(operation.security));
      if (operation.requestBody) require([...at, 'requestBody', ...jsonSchema], body, operationId);
      const answer = await fetch(`${address}${filled}?${query}`, {
        method,
        headers,
        ...(operation.requestBody && { body: JSON.stringify(body) }),
      });
      const said: unknown = await answer.json();
      const place = placeOfAnswer(operation.responses, at, answer.status);
      if (!place) throw new Error(`${operationId}: no answer with status ${answer.status} is described`);
      require(place, said, `${operationId}, answer ${answer.status}`);
      return { status: answer.status, headers: answer.headers, body: said as Answer['body'] };
    },

    /** Checks a request that the server posted to others. */
    requireDelivery(name: string, body: unknown, headers: Readonly<Record<string, unknown>>): void {
      const at = ['webhooks', name, 'post'];
      require([...at, 'requestBody', ...jsonSchema], body, name);
      document.webhooks[name]!.post.parameters.forEach((parameter, index) => {
        const value = headers[parameter.name.toLowerCase()];
        require([...at, 'parameters', String(index), 'schema'], value, `${name}, ${parameter.name}`);
      });
    },
  };

  /** Uses the first described way for which all secrets are known. The way without secrets comes last. */
  function chooseCredentials(ways: Operation['security']): Record<string, string> {
    const way = ways
      .toSorted((a, b) => Object.keys(b).length - Object.keys(a).length)
      .find((each) => Object.keys(each).every((name) => secrets.has(name)));
    if (!way) throw new Error(`needs one of ${JSON.stringify(ways)}`);
    return Object.fromEntries(
      Object.keys(way).map((name) => {
        const { type, in: place, name: field = '' } = document.components.securitySchemes[name]!;
        const secret = secrets.get(name)!;
        if (type === 'http') return ['Authorization', `Bearer ${secret}`];
        return place === 'cookie' ? ['Cookie', `${field}=${secret}`] : [field, secret];
      }),
    );
  }
}
