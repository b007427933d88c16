/** The steps of a conformance run. Each call and each rule becomes a note as soon as its result is known. */
import { codes } from '#contract/codes.ts';
import type { Call } from '#contract/http/call.ts';
import type { Answer, Ask, CallInput, Deviations } from './ask.ts';
import { isNeeded, needs, type Need } from './needs.ts';
import type { Unread } from './unread.ts';

/** The result of one call, or of a rule about several calls. */
export interface Note {
  /** Method and path of the call, or the rule in words. */
  readonly of: string;
  /** `without`: the phone works, but something is missing. `fails`: the phone cannot work with this server. */
  readonly result: 'ok' | 'without' | 'fails';
  readonly found: string;
  readonly need?: Need | undefined;
  readonly deviations?: Deviations | undefined;
  /** How long the answer took, ms. */
  readonly ms?: number;
}

/** Most fields that are named of an object which is not read. */
const maxNamed = 3;

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
    const need: Need | undefined = needs[of];
    const failure = need?.without === undefined ? 'fails' : 'without';
    if (answer.kind !== 'read') {
      const found = describeFailure(answer);
      if (isForMembers(answer, asked)) {
        this.#note({ of, result: 'ok', found, ms });
        throw new MembersOnly();
      }
      this.#note({ of, result: failure, found, need, ms });
      return answer;
    }
    const { deviations } = answer;
    const lost = deviations.unread.filter((unread) => isNeeded(of, unread));
    const found = [words(answer.data, answer.envelope), ...lost.map(describeUnread)].join('; ');
    this.#note({ of, result: lost.length > 0 ? failure : 'ok', found, need, deviations, ms });
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
    this.#note({ of: `${nameEndpoint(call)} ${what}`, result: result, found, ms });
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
    this.#note({ of, result: result, found, ...(!holds && without && { need: { needs: of, without } }) });
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

export function describeUnread({ path, meant, isWrapper }: Unread): string {
  if (!isWrapper) return `${path} is not read; did you mean ${meant.join(', ')}?`;
  const first = meant.slice(0, maxNamed).join(', ');
  return `${path} is not read; ${first} and all else in it belong where it stands`;
}

function describeFailure(answer: Exclude<Answer<unknown>, { kind: 'read' }>): string {
  switch (answer.kind) {
    case 'refused':
      return `refused with ${answer.code}${answer.msg && `: “${answer.msg}”`}`;
    case 'unreadable': {
      const meant = answer.unread.filter((unread) => unread.meant.length > 0);
      return [`cannot be read: ${answer.why}`, ...meant.map(describeUnread)].join('; ');
    }
    case 'noAnswer':
      return `no answer: ${answer.why}`;
    default:
      return answer satisfies never;
  }
}
