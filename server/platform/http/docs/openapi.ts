/** The OpenAPI description. It is built from the schemas that validate the calls, so that both always agree. */
import * as z from 'zod/mini';
import type { Call } from '#contract/http/call.ts';
import { staffCookie } from '#contract/calls/staff.ts';
import { unauthorizedDataSchema } from '#contract/calls/token.ts';
import { codeRefusals } from '#contract/calls/code-budget.ts';
import { accountInUse } from '#contract/calls/privacy.ts';
import { pushRefused } from '#contract/calls/push.ts';
import { chainRefused, menuOfChain } from '#contract/calls/chain.ts';
import { cashRefused } from '#contract/calls/cash.ts';
import { dayNotClosable } from '#contract/calls/closing.ts';
import { connectionRefused } from '#contract/calls/connections.ts';
import { webhookRefused } from '#contract/calls/till.ts';
import { invoiceMistaken, mailRefused } from '#contract/calls/receipt.ts';
import { noPaymentPage, paymentDiffers } from '#contract/calls/payment.ts';
import { orderingRefusals } from '#contract/calls/opening.ts';
import { totalChanged } from '#contract/calls/order.ts';
import { menuCrossed, menuMistaken } from '#contract/calls/menu-draft.ts';
import { billsOpen, houseChanged } from '#contract/calls/house.ts';
import { printerRefused } from '#contract/calls/printers.ts';
import { personRefused, pinSpent } from '#contract/calls/people.ts';
import { actRefused } from '#contract/calls/service.ts';
import { codes } from '#contract/codes.ts';
import { headers, languageCodes } from '#contract/http/headers.ts';
import { orderWebhookSchema, smsTextSchema, webhookHeaders } from '#contract/calls/webhooks.ts';
import { aboutCalls, aboutTags, type AboutCall, type Audience } from './about-calls.ts';
import { place, type Json } from './components.ts';
import { components, describedCalls, type DescribedCall } from './named-schemas.ts';

const allCodes = {
  ...codes, ...codeRefusals, ...orderingRefusals, accountInUse, actRefused, noPaymentPage, paymentDiffers, personRefused, pinSpent,
  houseChanged, billsOpen, dayNotClosable, cashRefused, pushRefused, invoiceMistaken, mailRefused, webhookRefused, connectionRefused, chainRefused, menuOfChain, printerRefused, totalChanged, menuCrossed, menuMistaken,
}; // prettier-ignore

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: unknown;
}

export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly security: readonly Json[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: Json;
  readonly responses: Readonly<Record<string, Json>>;
}

export interface OpenApiDocument extends Json {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly webhooks: Readonly<Record<string, Json>>;
  readonly components: { readonly schemas: Readonly<Record<string, Json>> } & Json;
}

/** @param origin the public URL of the server; without it, the one from which the document was loaded */
export function createOpenApiDocument(origin?: string): OpenApiDocument {
  const paths: Record<string, Record<string, Operation>> = {};
  for (const described of describedCalls) {
    const path = described.call.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [described.call.method.toLowerCase()]: createOperation(described) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Lazy Susan: table server',
      version: '1',
      license: { name: 'MIT', identifier: 'MIT' },
      description:
        'Every answer is an envelope. A refusal has "success": false and a code other than 0; its HTTP status is 200 ' +
        'unless it is about the request itself. Numbers of more than 15 digits are strings. Answers may contain more ' +
        'fields than are described. Requests beyond the limits are refused with 429 and the header Retry-After.',
    },
    servers: [{ url: origin ?? '/' }],
    tags: Object.entries(aboutTags).map(([name, description]) => ({ name, description })),
    paths,
    webhooks,
    components: {
      schemas: { ...components.listReached(paths, webhooks), ...ownSchemas },
      responses: { ...responses, Other: describeRefusal('An invalid request') },
      headers: answerHeaders,
      securitySchemes,
    },
  };
}

const securitySchemes = {
  diner: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The token of a guest or member, for one restaurant',
  },
  staffSession: {
    type: 'apiKey',
    in: 'cookie',
    name: staffCookie,
    description:
      'The session of the staff page. `staffLogin` sets it. The header `Staff-Restaurant` opens a branch of its restaurant',
  },
  staffToken: {
    type: 'http',
    scheme: 'bearer',
    description:
      'The token of another system of the restaurant. The owner creates it on the staff page, with scopes',
  },
};

const security: Readonly<Record<Exclude<Audience, 'staff'>, readonly Json[]>> = {
  everybody: [{}, { diner: [] }],
  diners: [{ diner: [] }],
  theLogin: [{ diner: [] }],
  theTable: [{ diner: [] }],
};

function listSecurity(audience: Audience, { scope }: Call): readonly Json[] {
  if (audience !== 'staff') return security[audience];
  const people = { staffSession: [] };
  return scope === undefined ? [people] : [people, { staffToken: scope === 'any' ? [] : [scope] }];
}

const elsewhere = 'A query parameter or a field of the body may name it instead';
const merchant = describeHeader(
  'merchantId',
  `The restaurant whose page the phone shows. Default: the restaurant of the token. ${elsewhere}`,
);
const table = describeHeader('tableId', `The scanned table. Without it, the order is to go. ${elsewhere}`);
const session = describeHeader('tableSession', 'The table session that the phone takes part in');
const language = describeHeader('languageCode', 'Language of names and messages', {
  type: 'string',
  enum: [...languageCodes],
});

const sentBy: Readonly<Record<Audience, readonly Parameter[]>> = {
  everybody: [merchant, language],
  diners: [merchant, language],
  theLogin: [merchant, language],
  theTable: [merchant, table, session, language],
  staff: [language],
};

const readBySome: Readonly<Partial<Record<keyof typeof headers, Parameter>>> = {
  merchantId: merchant,
  cartEvents: describeHeader('cartEvents', 'The event of the clear, in a list: JSON as base64url'),
};

const idempotencyHeader = describeHeader(
  'idempotencyKey',
  'A new key for each request. A request with the same key within a minute gets the same answer and has no second effect',
);

function createOperation({ name, tag, call }: DescribedCall): Operation {
  const about = aboutCalls[name];
  if (!about) throw new Error(`${name}: has no entry in about-calls.ts; add one`);
  return {
    operationId: name,
    summary: about.summary,
    tags: [tag],
    security: listSecurity(about.for, call),
    parameters: [
      ...listParameters('path', call.params),
      ...listParameters('query', call.query),
      ...listHeaders(about),
      ...(call.method === 'POST' ? [idempotencyHeader] : []),
    ],
    ...(call.body && {
      requestBody: {
        required: !z.safeParse(call.body, undefined).success,
        content: createJsonContent(components.refOf(call.body, 'input')),
      },
    }),
    ...(call.fileBytes !== undefined && { requestBody: describeFile(call.fileBytes, call.fileTypes) }),
    responses: {
      200: {
        description: 'The answer, or a refusal with its code',
        headers: createRefs('headers', Object.keys(answerHeaders)),
        content: createJsonContent({
          oneOf: [describeSuccess(call.data, about), { $ref: `${place}Refusal` }],
        }),
      },
      ...createRefs('responses', Object.keys(responses)),
      default: { $ref: '#/components/responses/Other' },
    },
  };
}

function describeFile(most: number, types: readonly string[] = []): Json {
  const file = { type: 'string', format: 'binary', maxLength: most };
  const createSchema = (type: string) => (type === 'application/json' ? { type: 'object' } : file);
  const content = types.map((type) => [type, { schema: createSchema(type) }]);
  return { required: true, content: Object.fromEntries(content) as Json };
}

function listHeaders({ for: audience, reads = [] }: AboutCall): readonly Parameter[] {
  const own = reads.flatMap((name) => readBySome[name] ?? []);
  return [...sentBy[audience].filter(({ name }) => own.every((each) => each.name !== name)), ...own];
}

function describeSuccess(data: z.ZodMiniType, { beside }: AboutCall): Json {
  const { properties = {}, required = [] } = beside ? readParts(beside) : {};
  return {
    type: 'object',
    required: ['success', 'code', 'msg', 'data', ...required],
    properties: {
      success: { const: true },
      code: { const: codes.ok },
      msg: { type: 'string' },
      data: components.refOf(data, 'output'),
      ...properties,
    },
  };
}

const refusal = {
  type: 'object',
  required: ['success', 'code', 'msg', 'data'],
  properties: {
    success: { const: false },
    code: {
      type: 'integer',
      enum: [...new Set(Object.values<number>(allCodes))].filter((code) => code !== codes.ok),
      'x-enum-varnames': Object.keys(allCodes).filter((name) => name !== 'ok'),
    },
    msg: { type: 'string', description: 'A text for people, in the requested language' },
    data: { description: 'Data that help to correct the request, or null' },
  },
};

const ownSchemas = { Refusal: refusal };

const responses = {
  400: describeRefusal(
    'The request is invalid. `data.path` names the wrong field',
    z.object({ path: z.string() }),
  ),
  401: describeRefusal('The token is missing or invalid', unauthorizedDataSchema),
  403: describeRefusal('Not for whoever asks'),
  404: describeRefusal('There is no such thing'),
  413: describeRefusal('The request is too large'),
  429: {
    ...describeRefusal('Too many requests from this address'),
    headers: { 'Retry-After': { description: 'Seconds', schema: { type: 'integer', minimum: 0 } } },
  },
  500: describeRefusal('The server failed'),
  503: {
    description: 'The server is stopping: try again. The answer has no envelope',
    content: createJsonContent({
      type: 'object',
      required: ['statusCode'],
      properties: { statusCode: { const: 503 }, message: { type: 'string' } },
    }),
  },
};

const answerHeaders = {
  [headers.serverTime]: {
    description: 'The server’s wall clock, ms since 1970',
    schema: { type: 'integer', minimum: 0 },
  },
  'Request-Id': { description: 'The id of this request in the server’s log', schema: { type: 'string' } },
};

/** @param data the schema of the refusal's data, which may also be null; without it the data can be anything */
function describeRefusal(description: string, data?: z.ZodMiniType): Json {
  const any = { $ref: `${place}Refusal` };
  const narrowed = data && { allOf: [any, { properties: { data: readParts(z.nullable(data)) } }] };
  return { description, content: createJsonContent(narrowed ?? any) };
}

const webhookParameters: readonly Parameter[] = [
  [webhookHeaders.id, 'The id of the message. It is the same for every attempt', '.+'],
  [webhookHeaders.timestamp, 'The time of this attempt, seconds since 1970', '^\\d+$'],
  [
    webhookHeaders.signature,
    'v1,<base64>: HMAC-SHA256 with the secret over "<id>.<timestamp>.<body>"',
    '^v1,[A-Za-z0-9+/]{43}=$',
  ],
].map(([name, description, pattern]) => ({
  name: name!,
  in: 'header',
  required: true,
  description: description!,
  schema: { type: 'string', pattern: pattern! },
}));

/** The messages that the server posts to other systems, signed by Standard Webhooks 1.0.0. */
const webhooks = {
  orderNews: {
    post: describePost(
      'orderNews',
      'An order was placed or has changed. Sent to the restaurant’s webhooks',
      orderWebhookSchema,
    ),
  },
  smsText: {
    post: describePost('smsText', 'Send a text message with a code (to SMS_WEBHOOK_URL)', smsTextSchema),
  },
};

function describePost(name: string, summary: string, body: z.ZodMiniType): Json {
  return {
    operationId: name,
    summary,
    security: [],
    parameters: webhookParameters,
    requestBody: { required: true, content: createJsonContent(components.refOf(body, 'output')) },
    responses: { '2XX': { description: 'Taken' }, default: { description: 'Not taken' } },
  };
}

function createJsonContent(schema: Json): Json {
  return { 'application/json': { schema } };
}

function createRefs(kind: 'headers' | 'responses', names: readonly string[]): Record<string, Json> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/${kind}/${name}` }]));
}

interface Parts extends Json {
  readonly properties?: Readonly<Record<string, Json>>;
  readonly required?: readonly string[];
}

function readParts(schema: z.ZodMiniType): Parts {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io: 'input' });
  return rest as Parts;
}

function listParameters(where: 'path' | 'query', schema: z.ZodMiniType | undefined): Parameter[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = components.schemaOf(schema, 'input') as Parts;
  return Object.entries(properties).map(([name, each]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: each,
  }));
}

function describeHeader(
  name: keyof typeof headers,
  description: string,
  schema: Json = { type: 'string' },
): Parameter {
  return { name: headers[name], in: 'header', required: false, description, schema };
}
