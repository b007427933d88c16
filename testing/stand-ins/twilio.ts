// Stand-in of the Twilio Messages API (version 2010-04-01).
// Built from twilio.com/docs/messaging/api/message-resource, /docs/usage/twilios-response,
// /docs/iam/test-credentials (the +1500555… numbers), the error pages 20003, 20429, 21211, 21608, 21610,
// and the error fields that github.com/twilio/twilio-node reads (status, code, message, more_info).

import { randomBytes } from 'node:crypto';
import {
  type Answer,
  type Ask,
  readBasicAuth,
  answerJson,
  type Listening,
  createSwitches,
  serve,
  type Switches,
} from './shared.ts';

export interface TwilioMessage {
  sid: string;
  to: string;
  from: string | null;
  messagingServiceSid: string | null;
  body: string;
  statusCallback: string | null;
  status: string;
  at: Date;
}

export interface TwilioOptions {
  accountSid?: string;
  authToken?: string;
  apiKey?: { sid: string; secret: string };
  /** On a trial account only these numbers can be written to. */
  trialVerified?: string[] | null;
}

export interface Twilio extends Listening {
  accountSid: string;
  authToken: string;
  switches: Switches;
  messages: TwilioMessage[];
  /** Numbers whose owner has sent STOP. */
  unsubscribed: Set<string>;
  /** Extra refusals by recipient: number to Twilio error code. */
  refusals: Map<string, number>;
  trialVerified: string[] | null;
}

/** The texts of Twilio's error dictionary; the number stands for '%s'. */
const ERRORS: Record<number, string> = {
  20003: 'Authenticate',
  20404: 'The requested resource %s was not found',
  20429: 'Too Many Requests',
  21211: "Invalid 'To' Phone Number: %s",
  21212: 'Invalid From Number (caller ID): %s',
  21408: "Permission to send an SMS has not been enabled for the region indicated by the 'To' number: %s",
  21602: 'Message body is required.',
  21603: "A 'From' phone number is required.",
  21604: "A 'To' phone number is required.",
  21606:
    "The 'From' phone number %s is not a valid, SMS-capable inbound phone number or short code for your account.",
  21608:
    'The number %s is unverified. Trial accounts cannot send messages to unverified numbers; verify %s at twilio.com/user/account/phone-numbers/verified, or purchase a Twilio number to send messages to unverified numbers.',
  21610: 'Attempt to send to unsubscribed recipient',
  21611: "This 'From' number has exceeded the maximum number of queued messages",
  21612: "The 'To' phone number: %s, is not currently reachable using the 'From' phone number",
  21614: "'To' number is not a valid mobile number: %s",
  21617: 'The concatenated message body exceeds the 1600 character limit',
};

/** The numbers that Twilio's own test credentials answer with an error. */
const MAGIC_TO: Record<string, number> = {
  '+15005550001': 21211,
  '+15005550002': 21612,
  '+15005550003': 21408,
  '+15005550004': 21610,
  '+15005550009': 21614,
};
const MAGIC_FROM: Record<string, number> = {
  '+15005550001': 21212,
  '+15005550007': 21606,
  '+15005550008': 21611,
};

export function createTwilioError(status: number, code: number, about = ''): Answer {
  const message = (ERRORS[code] ?? 'Error').replaceAll('%s', about);
  return answerJson(status, {
    code,
    message,
    more_info: `https://www.twilio.com/docs/errors/${code}`,
    status,
  });
}

function formatRfc2822(date: Date): string {
  return date.toUTCString().replace('GMT', '+0000');
}

/** Plain text goes at 160 and 153 letters a part, anything beyond Latin-1 at 70 and 67. */
function countSegments(text: string): number {
  const wide = /[\u0100-\uffff]/.test(text);
  const [one, many] = wide ? [70, 67] : [160, 153];
  return text.length <= one ? 1 : Math.ceil(text.length / many);
}

export async function startTwilio(options: TwilioOptions = {}): Promise<Twilio> {
  const switches = createSwitches();
  const accountSid = options.accountSid ?? `AC${randomBytes(16).toString('hex')}`;
  const authToken = options.authToken ?? randomBytes(16).toString('hex');
  const { apiKey } = options;

  function canEnter(ask: Ask): boolean {
    const login = readBasicAuth(ask.headers);
    if (!login) return false;
    const byToken = login.user === accountSid && login.password === twilio.authToken;
    return byToken || (apiKey !== undefined && login.user === apiKey.sid && login.password === apiKey.secret);
  }

  function view(m: TwilioMessage): object {
    const uri = `/2010-04-01/Accounts/${accountSid}/Messages/${m.sid}.json`;
    return {
      account_sid: accountSid,
      api_version: '2010-04-01',
      body: m.body,
      date_created: formatRfc2822(m.at),
      date_sent: null,
      date_updated: formatRfc2822(m.at),
      direction: 'outbound-api',
      error_code: null,
      error_message: null,
      from: m.from,
      messaging_service_sid: m.messagingServiceSid,
      num_media: '0',
      // With a Messaging Service the sender and the parts are known later.
      num_segments: m.messagingServiceSid ? '0' : String(countSegments(m.body)),
      price: null,
      price_unit: 'USD',
      sid: m.sid,
      status: m.status,
      subresource_uris: { media: uri.replace('.json', '/Media.json') },
      to: m.to,
      uri,
    };
  }

  function create(ask: Ask): Answer {
    const to = ask.form.get('To') ?? '';
    const from = ask.form.get('From');
    const service = ask.form.get('MessagingServiceSid');
    const body = ask.form.get('Body') ?? '';
    if (!to) return createTwilioError(400, 21604);
    if (!from && !service) return createTwilioError(400, 21603);
    if (!body && !ask.form.has('MediaUrl') && !ask.form.has('ContentSid'))
      return createTwilioError(400, 21602);
    if (body.length > 1600) return createTwilioError(400, 21617);
    const fromCode = from ? MAGIC_FROM[from] : undefined;
    if (from && fromCode) return createTwilioError(400, fromCode, from);
    const code = twilio.refusals.get(to) ?? MAGIC_TO[to];
    if (code) return createTwilioError(400, code, to);
    if (!/^\+[1-9]\d{6,14}$/.test(to)) return createTwilioError(400, 21211, to);
    if (twilio.unsubscribed.has(to)) return createTwilioError(400, 21610, to);
    if (twilio.trialVerified && !twilio.trialVerified.includes(to)) return createTwilioError(400, 21608, to);
    const message: TwilioMessage = {
      sid: `SM${randomBytes(16).toString('hex')}`,
      to,
      from,
      messagingServiceSid: service,
      body,
      statusCallback: ask.form.get('StatusCallback'),
      status: service ? 'accepted' : 'queued',
      at: new Date(),
    };
    twilio.messages.push(message);
    return answerJson(201, view(message));
  }

  function handle(ask: Ask): Answer {
    const found = /^\/2010-04-01\/Accounts\/([^/]+?)(?:\/Messages(?:\/([^/]+?))?)?\.json$/.exec(ask.path);
    if (!found) return createTwilioError(404, 20404, ask.path);
    if (!canEnter(ask) || found[1] !== accountSid) return createTwilioError(401, 20003);
    if (ask.path.endsWith('/Messages.json') && ask.method === 'POST') return create(ask);
    if (ask.method !== 'GET') return createTwilioError(404, 20404, ask.path);
    if (!ask.path.includes('/Messages')) {
      return answerJson(200, {
        sid: accountSid,
        friendly_name: 'Stand-in',
        status: 'active',
        type: twilio.trialVerified ? 'Trial' : 'Full',
      });
    }
    const message = twilio.messages.find((m) => m.sid === found[2]);
    return message ? answerJson(200, view(message)) : createTwilioError(404, 20404, ask.path);
  }

  const listening = await serve({ switches, handle, tooMany: () => createTwilioError(429, 20429) });
  const twilio: Twilio = {
    ...listening,
    accountSid,
    authToken,
    switches,
    messages: [],
    unsubscribed: new Set(),
    refusals: new Map(),
    trialVerified: options.trialVerified ?? null,
  };
  return twilio;
}
