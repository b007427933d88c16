import type { Refusal, Answer, World } from './state.ts';
import { writeWire } from './wire.ts';

/** Puts data and refusals into the envelope and chooses the HTTP status. */

function getContentType(world: World): string {
  return {
    json: 'application/json',
    jsonCharset: 'application/json; charset=utf-8',
    text: 'text/plain; charset=utf-8',
  }[world.switches.contentType];
}

export function answerWith(world: World, data: unknown): Answer {
  const { envelope } = world.switches;
  const dataText = writeWire(data, world.switches);
  const parts = [
    '"success":true',
    envelope === 'noCode' ? '' : envelope === 'codeText' ? '"code":"0"' : '"code":0',
    envelope === 'noMsg' ? '' : envelope === 'nullMsg' ? '"msg":null' : '"msg":"ok"',
    dataText === undefined ? '' : `"data":${dataText}`,
    envelope === 'extra' ? `"timestamp":${world.now()},"traceId":"t-${world.idsGiven}"` : '',
  ];
  return {
    status: 200,
    contentType: getContentType(world),
    text: `{${parts.filter((part) => part !== '').join(',')}}`,
  };
}

function mapCodeToStatus(code: number): number {
  if (code === 4290 || code === 4291) return 429;
  if (code === 10011) return 403;
  if (code >= 400 && code < 600) return code;
  return [66666, 10087, 1997, 2025, 10010].includes(code) ? 409 : 400;
}

function chooseStatus(world: World, refusal: Refusal): number {
  const { unauthorized, refusalStatus } = world.switches;
  if (refusal.status !== undefined) return refusal.status;
  if (refusal.code === 401) return unauthorized === 'body' ? 200 : 401;
  if (refusal.code === 500) return 500;
  if (refusalStatus === '200') return 200;
  return refusalStatus === '400' ? 400 : mapCodeToStatus(refusal.code);
}

export function answerRefusal(world: World, refusal: Refusal, path: string): Answer {
  const { switches } = world;
  const status = chooseStatus(world, refusal);
  if (status >= 400 && switches.errorBody !== 'envelope')
    return answerForeign(world, status, refusal.message, path);
  // The answer has no body, so the phone must read the 401 from the HTTP status.
  if (refusal.code === 401 && switches.unauthorized === 'status')
    return { status, contentType: 'text/plain', text: '' };
  const words =
    switches.refusalMsg === 'absent'
      ? undefined
      : switches.refusalMsg === 'null'
        ? null
        : switches.refusalMsg === 'empty'
          ? ''
          : refusal.message;
  const parts = [
    switches.refusalSuccess === 'absent' ? '' : `"success":${switches.refusalSuccess}`,
    `"code":${switches.refusalCode === 'text' ? `"${refusal.code}"` : refusal.code}`,
    words === undefined || (refusal.code === 10011 && words === '') ? '' : `"msg":${JSON.stringify(words)}`,
    switches.refusalData === 'absent' ? '' : `"data":${switches.refusalData === 'null' ? 'null' : '{}'}`,
  ];
  return {
    status,
    contentType: getContentType(world),
    text: `{${parts.filter((part) => part !== '').join(',')}}`,
  };
}

/** An error body that another layer wrote, such as a proxy or a web framework. */
function answerForeign(world: World, status: number, words: string, path: string): Answer {
  switch (world.switches.errorBody) {
    case 'html':
      return {
        status,
        contentType: 'text/html',
        text: `<html><head><title>${status}</title></head><body><h1>Error ${status}</h1></body></html>`,
      };
    case 'text':
      return { status, contentType: 'text/plain', text: `Error ${status}` };
    case 'framework':
      return {
        status,
        contentType: 'application/json',
        text: JSON.stringify({ timestamp: world.now(), status, error: words, path }),
      };
    case 'empty':
    case 'envelope':
      return { status, contentType: 'text/plain', text: '' };
  }
}
