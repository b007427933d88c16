/** One call as it arrived, and how it is answered. */
import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { codes } from '#contract/codes.ts';
import { readDemoMerchants } from '#server/demo/restaurants.ts';
import type { WholeMerchant, WholeTable, Localized } from '#server/catalogue/whole-merchant.ts';
import type { User, Users } from './users.ts';

const demoMerchants = await readDemoMerchants();

/** Thrown by what answers a call: the envelope then says no, with this code. */
export class Refusal extends Error {
  readonly code: number;

  constructor(code: number, msg: string) {
    super(msg);
    this.code = code;
  }
}

/** Who asks, from where, in which language. */
export interface Ask {
  readonly request: FastifyRequest;
  /** Of the header merchantId. */
  readonly merchant: WholeMerchant | undefined;
  /** Whose token it is; undefined without one or with an anonymous one. */
  readonly user: User | undefined;
  /** Of the header tableId. */
  readonly table: WholeTable | undefined;
  say(text: Localized): string;
}

/** Reads a request's headers. A Refusal 401 for a token that was never given out. */
export function askOf(request: FastifyRequest, users: Users): Ask {
  const token = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1];
  if (token !== undefined && !users.isToken(token)) throw new Refusal(codes.unauthorized, 'Unknown token');
  const merchant = demoMerchants.find(({ id }) => id === request.headers['merchantid']);
  const language = request.headers['languagecode'] === 'zh-TW' ? 'zh-TW' : 'en-US';
  return {
    request,
    merchant,
    user: token === undefined ? undefined : users.ofToken(token),
    table: merchant?.tables.find(({ id }) => id === request.headers['tableid']),
    say: (text) => text[language],
  };
}

/** A diner at work: somebody with a token, at a merchant. */
export interface Diner extends Ask {
  readonly merchant: WholeMerchant;
  readonly user: User;
}

/** A Refusal 401 without a token, 404 without a merchant. */
export function dinerOf(ask: Ask): Diner {
  const { merchant, user } = ask;
  if (!user) throw new Refusal(codes.unauthorized, 'Who is asking?');
  return { ...ask, merchant: merchantOf(merchant), user };
}

/** A Refusal 404 for an unknown merchant. */
export function merchantOf(merchant: WholeMerchant | undefined): WholeMerchant {
  if (!merchant) throw new Refusal(codes.notFound, 'Unknown merchant');
  return merchant;
}

/** The part of a body, query or path that the server reads; what else there is it does not look at. */
export function read<Schema extends z.ZodMiniType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = z.safeParse(schema, value);
  if (!parsed.success) throw new Refusal(codes.badRequest, z.prettifyError(parsed.error));
  return parsed.data;
}
