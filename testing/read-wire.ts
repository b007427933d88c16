import { mayHaveLongNumber, readEnvelope, type Call } from '#contract/http/call.ts';
import { codes } from '#contract/codes.ts';
import { readAnswer } from '#contract/reading/read-answer.ts';
import { ApiError } from '#client/api/api-error.ts';
import { parseLong } from '#contract/reading/parse-long.ts';

/** The parts of an HTTP answer that the phone reads. */
interface WireAnswer {
  readonly status: number;
  readonly text: string;
}

/** The results of the last few answers, by call and text. Servers send the same cart many times, and reading it is slow. */
const cache = new Map<string, unknown>();
const maxCached = 64;

/** Reads an answer like `readWire`. Returns the cached value for a text that was read before. */
export function readAgain<Params, Query, Body, Data>(
  call: Call<Params, Query, Body, Data>,
  answer: WireAnswer,
): Data {
  const key = `${call.method} ${call.path} ${answer.status} ${answer.text}`;
  if (cache.has(key)) return cache.get(key) as Data;
  const value = readWire(call, answer.text, answer.status);
  if (cache.size >= maxCached) cache.clear();
  cache.set(key, value);
  return value;
}

/** The envelope of an answer. Undefined if it has none. */
export function parseEnvelope({ status, text }: WireAnswer): ReturnType<typeof readEnvelope> {
  return readEnvelope(parse(text), status);
}

/** Reads an answer like the phone's client. Throws an ApiError. */
export function readWire<Params, Query, Body, Data>(
  call: Call<Params, Query, Body, Data>,
  text: string,
  status = 200,
): Data {
  const envelope = parseEnvelope({ status, text });
  if (!envelope?.success || envelope.code !== codes.ok) {
    const { code, msg, data } = { ...envelope };
    const refusal = new ApiError({ kind: 'refused', code: code || status, msg: msg ?? '', data });
    throw envelope || refusal.isWorthAnotherTry || status === codes.unauthorized
      ? refusal
      : new ApiError({ kind: 'malformed', reason: 'no envelope', status });
  }
  const read = readAnswer(call, envelope.data);
  if (read.ok) return read.value;
  const { path, why } = read.missing;
  throw new ApiError({ kind: 'malformed', reason: `${path} ${why}` });
}

function parse(text: string): unknown {
  try {
    return mayHaveLongNumber.test(text) ? parseLong(text) : JSON.parse(text);
  } catch {
    return undefined;
  }
}
