/** A bare phone: makes the contract's calls over HTTP and holds every answer against the contract. */
import { parse } from 'lossless-json';
import * as z from 'zod/mini';
import type { Call } from '#contract/call.ts';
import { codes } from '#contract/codes.ts';
import { envelopeSchema } from '#contract/envelope.ts';
import { headers } from '#contract/headers.ts';
import { login, registerGuest, sendPhoneCode, type Member } from '#contract/calls/member.ts';
import { getTableByQrcode } from '#contract/calls/table.ts';

const merchantId = '1001';

export interface Request {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export class Phone {
  token: string | undefined;
  tableId: string | undefined;
  merchantId = merchantId;
  member!: Member;

  constructor(private readonly url: string) {}

  /** The data of a call that must succeed, as the contract reads it. */
  async ask<Params, Query, Body, Data>(
    call: Call<Params, Query, Body, Data>,
    request: Request = {},
  ): Promise<Data> {
    const { success, code, msg, data } = await this.envelope(call, request);
    if (!success || code !== codes.ok) throw new Error(`${call.path}: refused with ${code}: ${msg}`);
    return z.parse(call.data, data);
  }

  /** The code of a call that must be refused. */
  async refusal(call: Call, request: Request = {}): Promise<number> {
    const { success, code } = await this.envelope(call, request);
    if (success) throw new Error(`${call.path}: succeeded`);
    return code;
  }

  async envelope({ method, path }: Pick<Call, 'method' | 'path'>, request: Request = {}) {
    const { params = {}, query = {}, body } = request;
    const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => params[name] ?? '');
    const answer = await fetch(`${this.url}${filled}?${new URLSearchParams(query)}`, {
      method,
      headers: {
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...(this.token !== undefined && { [headers.authorization]: `Bearer ${this.token}` }),
        ...(this.tableId !== undefined && { [headers.tableId]: this.tableId }),
        [headers.merchantId]: this.merchantId,
        ...request.headers,
      },
      body: body === undefined ? null : JSON.stringify(body),
    });
    return z.parse(envelopeSchema, readJson(await answer.text()));
  }

  /** Becomes a guest at a table. */
  async sit(qrcodeId: string, firstName = ''): Promise<this> {
    this.become(await this.ask(registerGuest));
    this.member.firstName = firstName;
    const table = await this.ask(getTableByQrcode, { params: { id: qrcodeId } });
    this.tableId = table.tableId;
    return this;
  }

  async logIn(phone: string): Promise<Member> {
    await this.ask(sendPhoneCode, { body: { phone } });
    const flags = { autoRegister: true, autoReceiveCoupon: true, autoFillingName: true };
    const body = { phone, code: await this.codeFor(phone), ...flags };
    return this.become(await this.ask(login, { body }));
  }

  /** The newest code that was sent to a phone number or for a table. */
  async codeFor(recipient: string): Promise<string> {
    const answer = await fetch(`${this.url}/demo/inbox.json?recipient=${encodeURIComponent(recipient)}`);
    const [newest] = (await answer.json()) as { code: string }[];
    if (!newest) throw new Error(`no code went to ${recipient}`);
    return newest.code;
  }

  private become(member: Member): Member {
    this.member = member;
    this.token = member.token ?? this.token;
    return member;
  }
}

/** D6: numbers of more than 15 digits are read as text. */
function readJson(text: string): unknown {
  return parse(text, undefined, {
    parseNumber: (number) => (number.replaceAll(/\D/g, '').length > 15 ? number : Number(number)),
  });
}
