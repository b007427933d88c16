/** The steps of a conformance run. Each call and each rule becomes a note as soon as its result is known. */
import { codes } from '#contract/codes.ts';
import type { Call } from '#contract/http/call.ts';
import type { Answer, Ask, CallInput, Deviations } from './ask.ts';
import { withoutCall } from './without.ts';

/** The result of one call, or of a rule about several calls. */
export interface Note {
  /** Method and path of the call, or the rule in words. */
  readonly of: string;
  /** `without`: the phone works, but something is missing. `fails`: the phone cannot work with this server. */
  readonly result: 'ok' | 'without' | 'fails';
  readonly found: string;
  /** What diners miss. */
  readonly without?: string | undefined;
  readonly deviations?: Deviations | undefined;
  /** How long the answer took, ms. */
  readonly ms?: number;
}

/** Ends the run: the last failure prevents every order. */
export class RunEnded extends Error {}

/** Ends the run because the server accepts orders only from members. */
export class MembersOnly extends RunEnded {}

export type ReadAnswer<Data> = Extract<Answer<Data>, { kind: 'read' }>;

export class Steps {
  /** Makes a call without a note. */
  readonly ask: Ask;
  readonly #note: (note: Note) => void;

  constructor(ask: Ask, note: (note: Note) => void) {
    this.ask = ask;
    this.#note = note;
  }

  /** Makes a call and notes the result. @param words describes the data for people. @throws MembersOnly */
  async try<Params, Query, Body, Data>(
    call: Call<Params, Query, Body, Data>,
    asked: CallInput,
    words: (data: Data, envelope: object) => string,
  ): Promise<Answer<Data>> {
    const answer = await this.ask(call, asked);
    const { ms } = answer;
    const of = nameEndpoint(call);
    if (answer.kind !== 'read') {
      const found = describeFailure(answer);
      if (isForMembers(answer, asked)) {
        this.#note({ of, result: 'ok', found, ms });
        throw new MembersOnly();
      }
      const without = withoutCall[of];
      this.#note({ of, result: without === undefined ? 'fails' : 'without', found, without, ms });
      return answer;
    }
    const found = words(answer.data, answer.envelope);
    this.#note({ of, result: 'ok', found, deviations: answer.deviations, ms });
    return answer;
  }

  /** Makes a call that is necessary for an order. @throws RunEnded if it fails */
  async need<Params, Query, Body, Data>(
    call: Call<Params, Query, Body, Data>,
    asked: CallInput,
    words: (data: Data) => string,
  ): Promise<ReadAnswer<Data>> {
    const answer = await this.try(call, asked, words);
    if (answer.kind !== 'read') throw new RunEnded();
    return answer;
  }

  /**
   * Makes a call that a server may refuse. The phone must be able to read the refusal.
   * @param expected `what`: what is wrong with the call; `known`: the codes for which the phone has its own texts
   * @throws MembersOnly
   */
  async provoke<Params, Query, Body, Data>(
    call: Call<Params, Query, Body, Data>,
    asked: CallInput,
    { what, known }: { readonly what: string; readonly known: readonly number[] },
  ): Promise<Answer<Data>> {
    const answer = await this.ask(call, asked);
    const { kind, ms } = answer;
    const result = kind === 'read' || kind === 'refused' ? 'ok' : 'fails';
    const isOther = kind === 'refused' && !known.includes(answer.code);
    const expected = isOther ? `, the phone has words of its own for ${known.join(', ')}` : '';
    const found = kind === 'read' ? 'accepted' : `${describeFailure(answer)}${expected}`;
    this.#note({ of: `${nameEndpoint(call)} ${what}`, result, found, ms });
    if (isForMembers(answer, asked)) throw new MembersOnly();
    return answer;
  }

  /**
   * Notes whether a rule holds.
   * @param without what diners miss if it does not hold. Undefined: the phone cannot work with this server.
   * @returns `holds`
   */
  rule(of: string, holds: boolean, found: string, without?: string): boolean {
    const result = holds ? 'ok' : without === undefined ? 'fails' : 'without';
    this.#note({ of, result, found, without: holds ? undefined : without });
    return holds;
  }
}

function isForMembers(answer: Answer<unknown>, { isGuest }: CallInput): boolean {
  const { guestModeDoesNotSupportPlacingOrders: code } = codes;
  return isGuest === true && answer.kind === 'refused' && answer.code === code;
}

export function nameEndpoint({ method, path }: Pick<Call, 'method' | 'path'>): string {
  return `${method} ${path}`;
}

function describeFailure(answer: Exclude<Answer<unknown>, { kind: 'read' }>): string {
  switch (answer.kind) {
    case 'refused':
      return `refused with ${answer.code}${answer.msg && `: “${answer.msg}”`}`;
    case 'unreadable': {
      const unread = answer.unread.length > 0 ? `; not read: ${answer.unread.join(', ')}` : '';
      return `cannot be read: ${answer.why}${unread}`;
    }
    case 'noAnswer':
      return `no answer: ${answer.why}`;
    default:
      return answer satisfies never;
  }
}
