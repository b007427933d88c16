import { mayHaveLongNumber, readEnvelope, type Call } from '#contract/http/call.ts';
import { codes } from '#contract/codes.ts';
import { readAnswer } from '#contract/reading/read-answer.ts';
import { ApiError } from '#src/kit/api/api-error.ts';
import { parseLong } from '#contract/reading/parse-long.ts';

/** Most carts are told many times over: what was read of the last few is kept, by call and text. */
const kept = new Map<string, unknown>();
const mostKept = 64;

/** The same, of a text that was read before without reading it again. */
export function readAgain<Params, Query, Body, Data>(
  call: Call<Params, Query, Body, Data>,
  json: string,
): Data {
  const key = `${call.method} ${call.path} ${json}`;
  if (kept.has(key)) return kept.get(key) as Data;
  const value = readWire(call, json);
  if (kept.size >= mostKept) kept.clear();
  kept.set(key, value);
  return value;
}

/** What the phone makes of an answer's JSON. Throws an ApiError. */
export function readWire<Params, Query, Body, Data>(
  call: Call<Params, Query, Body, Data>,
  json: string,
): Data {
  const envelope = readEnvelope(mayHaveLongNumber.test(json) ? parseLong(json) : JSON.parse(json), 200);
  if (!envelope) throw new ApiError({ kind: 'malformed', reason: 'no envelope' });
  const { success, code, msg, data } = envelope;
  if (!success || code !== codes.ok) throw new ApiError({ kind: 'refused', code, msg: msg ?? '', data });
  const read = readAnswer(call, data);
  if (read.ok) return read.value;
  const { path, why } = read.missing;
  throw new ApiError({ kind: 'malformed', reason: `${path} ${why}` });
}
