/** The API's description, made of the contract's schemas: what validates a call is what describes it. */
import * as z from 'zod/mini';
import * as behaviour from '#contract/calls/behaviour.ts';
import type { Call } from '#contract/call.ts';
import * as cart from '#contract/calls/cart.ts';
import { codes } from '#contract/codes.ts';
import * as coupon from '#contract/calls/coupon.ts';
import { headers } from '#contract/headers.ts';
import * as member from '#contract/calls/member.ts';
import * as merchant from '#contract/calls/merchant.ts';
import * as order from '#contract/calls/order.ts';
import * as staff from '#contract/calls/staff.ts';
import * as table from '#contract/calls/table.ts';
import * as token from '#contract/calls/token.ts';

type Json = Readonly<Record<string, unknown>>;

export interface DescribedCall {
  readonly name: string;
  readonly tag: string;
  readonly call: Call;
}

const modules = { merchant, table, cart, order, member, token, coupon, staff, behaviour };

export const describedCalls: readonly DescribedCall[] = Object.entries(modules).flatMap(([tag, exported]) =>
  Object.entries(exported).flatMap(([name, value]) => (isCall(value) ? [{ name, tag, call: value }] : [])),
);

export function isCall(value: unknown): value is Call {
  return (
    typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'data' in value
  );
}

const languages = { type: 'string', enum: ['en-US', 'zh-TW'] };
/** Of every call; which of them one needs is a matter of who asks. */
const commonHeaders = [
  header(headers.merchantId, 'The merchant whose page the phone shows', { type: 'string' }),
  header(headers.tableId, 'The table that was scanned', { type: 'string' }),
  header(headers.tableSession, 'The table session that the phone believes in', { type: 'string' }),
  header(headers.languageCode, 'Language of names and messages', languages),
];

export function openApiDocument(calls: readonly DescribedCall[] = describedCalls): Json {
  const paths: Record<string, Record<string, Json>> = {};
  for (const described of calls) {
    const path = described.call.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [described.call.method.toLowerCase()]: operation(described) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Lazy Susan: table server',
      version: '1',
      description:
        'Every answer is an envelope. A refusal has "success": false and a code; its HTTP status is 200 unless it is ' +
        'about the request itself. Numbers of more than 15 digits are strings. Requests beyond the limits are refused ' +
        'with 429 and the header Retry-After.',
    },
    tags: Object.keys(modules).map((name) => ({ name })),
    components: { securitySchemes: { diner: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    paths,
  };
}

function operation({ name, tag, call }: DescribedCall): Json {
  return {
    operationId: name,
    tags: [tag],
    security: [{ diner: [] }, {}],
    parameters: [
      ...parametersOf('path', call.params),
      ...parametersOf('query', call.query),
      ...commonHeaders,
    ],
    ...(call.body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: schemaOf(call.body) } },
      },
    }),
    responses: {
      200: { description: 'The answer, or a refusal with its code', content: json(envelopeOf(call.data)) },
      400: { description: 'The request is not valid; data.path says where', content: json(refusal) },
      default: { description: 'A refusal', content: json(refusal) },
    },
  };
}

const refusal: Json = {
  type: 'object',
  required: ['success', 'code', 'msg', 'data'],
  properties: {
    success: { const: false },
    code: { type: 'integer', examples: [...new Set(Object.values<number>(codes))] },
    msg: { type: 'string' },
    data: {},
  },
};

function envelopeOf(data: z.ZodMiniType): Json {
  return {
    type: 'object',
    required: ['success', 'code', 'data'],
    properties: { success: { const: true }, code: { type: 'integer' }, data: schemaOf(data) },
  };
}

function json(schema: Json): Json {
  return { 'application/json': { schema } };
}

function parametersOf(place: 'path' | 'query', schema: z.ZodMiniType | undefined): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema) as {
    readonly properties?: Readonly<Record<string, Json>>;
    readonly required?: readonly string[];
  };
  return Object.entries(properties).map(([name, each]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: each,
  }));
}

function header(name: string, description: string, schema: Json): Json {
  return { name, in: 'header', required: false, description, schema };
}

/** What travels, before it is read: an id may come as a number. What JSON Schema cannot say, e.g. a check of our own, is left out; the server holds it all the same. */
function schemaOf(schema: z.ZodMiniType): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    reused: 'inline',
  });
  return rest;
}
