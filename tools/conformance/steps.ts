/** Single steps of a journey: a call or a rule, each noted as soon as it is known. */
import { codes } from '#contract/codes.ts';
import type { Call } from '#contract/http/call.ts';
import type { Answer, Ask, Asked, Looks } from './ask.ts';
import { isNeeded, needs, type Need } from './needs.ts';
import type { Unread } from './unread.ts';

/** What was found of one call, or of a rule that takes several. */
export interface Note {
  /** Method and path, and the rule in words if it is one. */
  readonly of: string;
  /** `without`: the phone does without. `fails`: the phone cannot work with it. */
  readonly verdict: 'ok' | 'without' | 'fails';
  readonly found: string;
  readonly need?: Need | undefined;
  readonly looks?: Looks | undefined;
  /** How long the answer took. */
  readonly ms?: number;
}

/** So many fields of an object that is not read are named. */
const mostNamed = 3;

/** Something failed that no table can order without. */
export class JourneyEnds extends Error {}

/** The server takes orders of members alone, and a guest has tried. */
export class MembersOnly extends JourneyEnds {}

export type ReadAnswer<Data> = Extract<Answer<Data>, { kind: 'read' }>;

export class Steps {
  /** Makes a call without a note. */
  readonly ask: Ask;
  readonly #note: (note: Note) => void;

  constructor(ask: Ask, note: (note: Note) => void) {
    this.ask = ask;
    this.#note = note;
  }

  /** Makes a call. @param words what its data say, for people. Throws MembersOnly. */
  async try<Params, Query, Body, Data>(
    call: Call<Params, Query, Body, Data>,
    asked: Asked,
    words: (data: Data, envelope: object) => string,
  ): Promise<Answer<Data>> {
    const answer = await this.ask(call, asked);
    const { ms } = answer;
    const of = endpointOf(call);
    const need: Need | undefined = needs[of];
    const failure = need?.without === undefined ? 'fails' : 'without';
    if (answer.kind !== 'read') {
      const found = failureWords(answer);
      if (isForMembers(answer, asked)) {
        this.#note({ of, verdict: 'ok', found, ms });
        throw new MembersOnly();
      }
      this.#note({ of, verdict: failure, found, need, ms });
      return answer;
    }
    const { looks } = answer;
    const lost = looks.unread.filter((unread) => isNeeded(of, unread));
    const found = [words(answer.data, answer.envelope), ...lost.map(unreadWords)].join('; ');
    this.#note({ of, verdict: lost.length > 0 ? failure : 'ok', found, need, looks, ms });
    return answer;
  }

  /** Makes a call that nobody can order without. Throws JourneyEnds. */
  async need<Params, Query, Body, Data>(
    call: Call<Params, Query, Body, Data>,
    asked: Asked,
    words: (data: Data) => string,
  ): Promise<ReadAnswer<Data>> {
    const answer = await this.try(call, asked, words);
    if (answer.kind !== 'read') throw new JourneyEnds();
    return answer;
  }

  /**
   * Makes a call that a server may refuse. The phone must be able to read the refusal. @param what is wrong with it
   * @param known the codes that the phone has words of its own for. Throws MembersOnly.
   */
  async provoke<Params, Query, Body, Data>(
    call: Call<Params, Query, Body, Data>,
    asked: Asked,
    { what, known }: { readonly what: string; readonly known: readonly number[] },
  ): Promise<Answer<Data>> {
    const answer = await this.ask(call, asked);
    const { kind, ms } = answer;
    const verdict = kind === 'read' || kind === 'refused' ? 'ok' : 'fails';
    const isOther = kind === 'refused' && !known.includes(answer.code);
    const expected = isOther ? `, the phone has words of its own for ${known.join(', ')}` : '';
    const found = kind === 'read' ? 'accepted' : `${failureWords(answer)}${expected}`;
    this.#note({ of: `${endpointOf(call)} ${what}`, verdict, found, ms });
    if (isForMembers(answer, asked)) throw new MembersOnly();
    return answer;
  }

  /** @param without what the phone does where it does not hold; undefined: it cannot work with that. @returns `holds` */
  rule(of: string, holds: boolean, found: string, without?: string): boolean {
    const verdict = holds ? 'ok' : without === undefined ? 'fails' : 'without';
    this.#note({ of, verdict, found, ...(!holds && without && { need: { needs: of, without } }) });
    return holds;
  }
}

function isForMembers(answer: Answer<unknown>, { isGuest }: Asked): boolean {
  const { guestModeDoesNotSupportPlacingOrders: code } = codes;
  return isGuest === true && answer.kind === 'refused' && answer.code === code;
}

export function endpointOf({ method, path }: Pick<Call, 'method' | 'path'>): string {
  return `${method} ${path}`;
}

export function unreadWords({ path, meant, isWrapper }: Unread): string {
  if (!isWrapper) return `${path} is not read; did you mean ${meant.join(', ')}?`;
  const first = meant.slice(0, mostNamed).join(', ');
  return `${path} is not read; ${first} and all else in it belong where it stands`;
}

function failureWords(answer: Exclude<Answer<unknown>, { kind: 'read' }>): string {
  switch (answer.kind) {
    case 'refused':
      return `refused with ${answer.code}${answer.msg && `: “${answer.msg}”`}`;
    case 'unreadable': {
      const meant = answer.unread.filter((unread) => unread.meant.length > 0);
      return [`cannot be read: ${answer.why}`, ...meant.map(unreadWords)].join('; ');
    }
    case 'noAnswer':
      return `no answer: ${answer.why}`;
    default:
      return answer satisfies never;
  }
}
