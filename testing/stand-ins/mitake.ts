// Stand-in of the Mitake (三竹) SMS HTTP API: /api/mtk/SmSend and /b2c/mtk/SmSend, and SmQuery next to each.
// Built from github.com/mitaketw/sms-java (the vendor's own library: parameters, status codes, Big5 answers),
// and github.com/minchao/go-mitake (SmSend with CharsetURL, smsPointFlag, clientid, Duplicate, SmQuery answers).

import { type Answer, type Ask, type Listening, createSwitches, serve, type Switches } from './shared.ts';

export interface MitakeMessage {
  msgid: string;
  dstaddr: string;
  smbody: string;
  destname: string;
  clientid: string;
  response: string;
  points: number;
  statuscode: string;
  at: Date;
}

export interface MitakeOptions {
  username?: string;
  password?: string;
  points?: number;
  /** Accounts with foreign sending also take +country numbers. */
  foreign?: boolean;
}

export interface Mitake extends Listening {
  username: string;
  password: string;
  switches: Switches;
  messages: MitakeMessage[];
  points: number;
  /** Number to the status code it is refused with, for instance '6'. */
  refusals: Map<string, string>;
  /** Refuses everything with this code, for instance 'a', 'k', 'h' or 'r'. */
  refuseAll: string | null;
}

/** The status codes of the vendor's table. Digits follow a message's way; letters are refusals. */
export const MITAKE_CODES: Record<string, string> = {
  '*': '系統發生錯誤，請聯絡三竹資訊窗口人員',
  a: '簡訊發送功能暫時停止服務，請稍候再試',
  b: '簡訊發送功能暫時停止服務，請稍候再試',
  c: '請輸入帳號',
  d: '請輸入密碼',
  e: '帳號、密碼錯誤',
  f: '帳號已過期',
  h: '帳號已被停用',
  k: '無效的連線位址',
  l: '帳號已達到同時連線數上限',
  m: '必須變更密碼，在變更密碼前，無法使用簡訊發送服務',
  n: '密碼已逾期，在變更密碼前，將無法使用簡訊發送服務',
  p: '沒有權限使用外部Http程式',
  r: '系統暫停服務，請稍後再試',
  s: '帳務處理失敗，無法發送簡訊',
  t: '簡訊已過期',
  u: '簡訊內容不得為空白',
  v: '無效的手機號碼',
  y: '參數錯誤',
  z: '查無資料',
  0: '預約傳送中',
  1: '已送達業者',
  4: '已送達手機',
  5: '內容有錯誤',
  6: '門號有錯誤',
  7: '簡訊已停用',
  8: '逾時無送達',
  9: '預約已取消',
};

let big5Table: Map<string, Buffer> | null = null;

/** Node can read Big5 but not write it, so the table is made by reading every pair once. */
function toBig5(text: string): Buffer {
  if (!big5Table) {
    big5Table = new Map();
    const reader = new TextDecoder('big5');
    for (let lead = 0xa1; lead <= 0xf9; lead += 1) {
      for (let trail = 0x40; trail <= 0xfe; trail += 1) {
        const letter = reader.decode(Uint8Array.of(lead, trail));
        if (letter.length === 1 && letter !== '\ufffd' && !big5Table.has(letter))
          big5Table.set(letter, Buffer.of(lead, trail));
      }
    }
  }
  const table = big5Table;
  return Buffer.concat(Array.from(text, (c) => table.get(c) ?? Buffer.from(c, 'latin1')));
}

function createTextAnswer(lines: string[]): Answer {
  return { status: 200, body: toBig5(`${lines.join('\r\n')}\r\n`), type: 'text/html; charset=big5' };
}

/** One point holds 70 letters of Chinese or 160 of plain text; joined parts hold 67 or 153. */
export function countMitakePoints(text: string): number {
  const wide = /[\u0080-\uffff]/.test(text);
  const [one, many] = wide ? [70, 67] : [160, 153];
  return text.length <= one ? 1 : Math.ceil(text.length / many);
}

function stamp(date: Date): string {
  // Mitake writes times of Taiwan, without a zone.
  return new Date(date.getTime() + 8 * 3600_000).toISOString().replace(/\D/g, '').slice(0, 14);
}

export async function startMitake(options: MitakeOptions = {}): Promise<Mitake> {
  const switches = createSwitches();
  let counter = 0;

  /** The form may be given in the query too, as the vendor's library does. */
  function readField(ask: Ask, name: string): string {
    return ask.form.get(name) ?? ask.query.get(name) ?? '';
  }

  /** Bytes that are not UTF-8 are Big5 unless CharsetURL says UTF8, so a missing CharsetURL must garble the text. */
  function readText(ask: Ask, name: string): string {
    const charset = readField(ask, 'CharsetURL').toUpperCase().replace('-', '');
    if (charset === 'UTF8') return readField(ask, name);
    const raw = ask.form.has(name) ? ask.raw.toString('latin1') : '';
    const found = new RegExp(`(?:^|&)${name}=([^&]*)`).exec(raw);
    if (!found) return readField(ask, name);
    const bytes = (found[1] ?? '')
      .replaceAll('+', ' ')
      .replace(/%([0-9A-Fa-f]{2})/g, (_, h: string) => String.fromCharCode(parseInt(h, 16)));
    return new TextDecoder('big5').decode(Buffer.from(bytes, 'latin1'));
  }

  function refuse(code: string): Answer {
    return createTextAnswer(['[1]', `statuscode=${code}`, `Error=${MITAKE_CODES[code] ?? ''}`]);
  }

  function findRefusal(ask: Ask): string | null {
    if (!readField(ask, 'username')) return 'c';
    if (!readField(ask, 'password')) return 'd';
    if (readField(ask, 'username') !== mitake.username || readField(ask, 'password') !== mitake.password)
      return 'e';
    return mitake.refuseAll;
  }

  function report(m: MitakeMessage, ask: Ask, duplicate: boolean): Answer {
    const lines = ['[1]', `msgid=${m.msgid}`, `statuscode=${m.statuscode}`, `AccountPoint=${mitake.points}`];
    if (duplicate) lines.push('Duplicate=Y');
    if (readField(ask, 'smsPointFlag') === '1') lines.push(`smsPoint=${m.points}`);
    return createTextAnswer(lines);
  }

  function send(ask: Ask): Answer {
    const dstaddr = readField(ask, 'dstaddr');
    const smbody = readText(ask, 'smbody');
    const clientid = readField(ask, 'clientid');
    if (!smbody.trim()) return refuse('u');
    const home = /^09\d{8}$/.test(dstaddr);
    const abroad = foreign && /^\+?[1-9]\d{7,14}$/.test(dstaddr);
    if (!home && !abroad) return refuse('v');
    // The same clientid within twelve hours is answered with the first message and sends nothing.
    const before = clientid
      ? mitake.messages.find((m) => m.clientid === clientid && Date.now() - m.at.getTime() < 12 * 3600_000)
      : undefined;
    if (before) return report(before, ask, true);
    const refused = mitake.refusals.get(dstaddr);
    if (refused) return refuse(refused);
    const points = countMitakePoints(smbody);
    if (mitake.points < points) return refuse('s');
    mitake.points -= points;
    counter += 1;
    const message: MitakeMessage = {
      msgid: `#${String(counter).padStart(9, '0')}`,
      dstaddr,
      // The API takes byte 6 for a line break, since the text travels in lines.
      smbody: smbody.replaceAll('\u0006', '\n'),
      destname: readText(ask, 'destname'),
      clientid,
      response: readField(ask, 'response'),
      points,
      statuscode: readField(ask, 'dlvtime') ? '0' : '1',
      at: new Date(),
    };
    mitake.messages.push(message);
    return report(message, ask, false);
  }

  function query(ask: Ask): Answer {
    const ids = readField(ask, 'msgid');
    if (!ids) return createTextAnswer([`AccountPoint=${mitake.points}`]);
    return createTextAnswer(
      ids.split(',').map((id) => {
        const m = mitake.messages.find((x) => x.msgid === id || x.msgid === `#${id}`);
        return m ? [id, m.statuscode, stamp(m.at)].join('\t') : [id, 'z', ''].join('\t');
      }),
    );
  }

  function handle(ask: Ask): Answer {
    const found = /^\/(?:api|b2c)\/mtk\/(SmSend|SmQuery)$/.exec(ask.path);
    if (!found) return { status: 404, body: 'Not Found' };
    const why = findRefusal(ask);
    if (why) return refuse(why);
    return found[1] === 'SmSend' ? send(ask) : query(ask);
  }

  const foreign = options.foreign ?? false;
  const listening = await serve({ switches, handle, tooMany: () => refuse('l') });
  const mitake: Mitake = {
    ...listening,
    username: options.username ?? '0912000000',
    password: options.password ?? 'secret',
    switches,
    messages: [],
    points: options.points ?? 100,
    refusals: new Map(),
    refuseAll: null,
  };
  return mitake;
}
