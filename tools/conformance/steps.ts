/** Single steps of a journey: a call or a rule, each noted as soon as it is known. */
import type { Call } from '#contract/http/call.ts';
import type { Answer, Ask, Asked, Looks } from './ask.ts';
import { needs, type Need } from './needs.ts';

/** What was found of one call, or of a rule that takes several. */
export interface Note {
  /** Method and path, or a rule in words. */
  readonly of: string;
  /** `without`: the phone does without. `fails`: no table can order. */
  readonly verdict: 'ok' | 'without' | 'fails';
  readonly found: string;
  readonly need?: Need | undefined;
  readonly looks?: Looks | undefined;
}

/** Something failed that no table can order without. */
export class JourneyEnds extends Error {}

export class Steps {
  readonly #ask: Ask;
  readonly #note: (note: Note) => void;

  constructor(ask: Ask, note: (note: Note) => void) {
    this.#ask = ask;
    this.#note = note;
  }

  /** Makes a call. @param words what its data say, for people */
  async try<Params, Query, Body, Data>(
    call: Call<Params, Query, Body, Data>,
    asked: Asked,
    words: (data: Data, envelope: object) => string,
  ): Promise<Answer<Data>> {
    const answer = await this.#ask(call, asked);
    const of = `${call.method} ${call.path}`;
    const need: Need | undefined = needs[of];
    const isRead = answer.kind === 'read';
    this.#note({
      of,
      verdict: isRead ? 'ok' : need?.without === undefined ? 'fails' : 'without',
      found: isRead ? words(answer.data, answer.envelope) : failureWords(answer),
      need,
      looks: isRead ? answer.looks : undefined,
    });
    return answer;
  }

  /** Makes a call that nobody can order without. Throws JourneyEnds. */
  async need<Params, Query, Body, Data>(
    call: Call<Params, Query, Body, Data>,
    asked: Asked,
    words: (data: Data) => string,
  ): Promise<Data> {
    const answer = await this.try(call, asked, words);
    if (answer.kind !== 'read') throw new JourneyEnds();
    return answer.data;
  }

  /** @param without what the phone does where it does not hold; undefined: throws JourneyEnds then */
  rule(of: string, holds: boolean, found: string, without?: string): void {
    const verdict = holds ? 'ok' : without === undefined ? 'fails' : 'without';
    this.#note({ of, verdict, found, ...(!holds && without && { need: { needs: of, without } }) });
    if (verdict === 'fails') throw new JourneyEnds();
  }
}

function failureWords(answer: Exclude<Answer<unknown>, { kind: 'read' }>): string {
  switch (answer.kind) {
    case 'refused':
      return `refused with ${answer.code}${answer.msg && `: “${answer.msg}”`}`;
    case 'unreadable':
      return `cannot be read: ${answer.why}`;
    case 'noAnswer':
      return `no answer: ${answer.why}`;
    default:
      return answer satisfies never;
  }
}
