/** A client that knows nothing but the API's description: paths, methods, parameters, security and schemas. */
import * as z from 'zod/mini';
import { describedSchemas, jsonSchema, placeOfAnswer } from './described-schemas.ts';

const schema = z.record(z.string(), z.unknown());
/** JSON, or a file as it is. */
const content = z.looseObject({ content: z.record(z.string(), z.looseObject({ schema })) });
const operationSchema = z.looseObject({
  operationId: z.string(),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  parameters: z.array(
    z.looseObject({
      name: z.string(),
      in: z.enum(['path', 'query', 'header']),
      required: z.boolean(),
      schema,
    }),
  ),
  requestBody: z.optional(content),
  responses: z.record(z.string(), z.looseObject({})),
});
const documentSchema = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), operationSchema)),
  webhooks: z.record(z.string(), z.record(z.string(), operationSchema)),
  components: z.looseObject({
    securitySchemes: z.record(
      z.string(),
      z.looseObject({ type: z.string(), in: z.optional(z.string()), name: z.optional(z.string()) }),
    ),
  }),
});

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: { readonly success: boolean; readonly code: number; readonly data: unknown };
}

export interface Asked {
  /** Of whatever the operation's parameters are called, in path, query and header. */
  readonly parameters?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Throws where a request, an answer or a delivery is not as the document says. */
export function describedClient(address: string, text: string) {
  const document = documentSchema.parse(JSON.parse(text));
  const require = describedSchemas(JSON.parse(text) as object);
  const operations = new Map(
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [
        operation.operationId,
        { path, method, operation },
      ]),
    ),
  );
  /** Secrets by the name of their security scheme; what a call needs of them is sent with it. */
  const secrets = new Map<string, string>();

  return {
    operationIds: [...operations.keys()],
    secrets,

    async call(operationId: string, { parameters = {}, body }: Asked = {}): Promise<Answer> {
      const found = operations.get(operationId);
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
      Object.assign(headers, credentials(operation.security));
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

    /** What the server posted to somebody. */
    requireDelivery(name: string, body: unknown, headers: Readonly<Record<string, unknown>>): void {
      const at = ['webhooks', name, 'post'];
      require([...at, 'requestBody', ...jsonSchema], body, name);
      document.webhooks[name]!['post']!.parameters.forEach((parameter, index) => {
        const value = headers[parameter.name.toLowerCase()];
        require([...at, 'parameters', String(index), 'schema'], value, `${name}, ${parameter.name}`);
      });
    },
  };

  /** Of the ways in that are described, the first for which there are all secrets; the one without comes last. */
  function credentials(ways: z.infer<typeof operationSchema>['security']): Record<string, string> {
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
