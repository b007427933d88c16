import { faultsIn } from '../mutant.ts';

const client = [
  'tests/client/api/client/api-client.test.ts',
  'tests/client/api/client/client-headers.test.ts',
  'tests/client/api/client/client-login.test.ts',
  'tests/client/api/client/client-faults.test.ts',
] as const;

export const apiClient = [
  ...faultsIn('client/api/call/request.ts', client, [
    { rule: 'D17', fault: 'a late 401 logs out the diner who came after, in this tab', code: 'if (dinerState.value.token === token && shared === token) notifyUnauthorized();', broken: 'if (shared === dinerState.value.token) notifyUnauthorized();' },
    { rule: 'D17', fault: 'a late 401 logs out the diner who came after, in another tab', code: 'if (dinerState.value.token === token && shared === token) notifyUnauthorized();', broken: 'if (dinerState.value.token === token) notifyUnauthorized();' },
    { rule: 'D17', fault: 'the token goes to another restaurant', code: 'const isKnown = (merchantId ?? own) === own;', broken: 'const isKnown = true;' },
    { rule: 'privacy', fault: 'the table goes to another restaurant', code: '(table?.merchantId === merchantId && table) || {}', broken: 'table ?? { tableId: undefined, sessionId: undefined }' },
    { rule: 'D17', fault: 'a 401 to somebody else’s token ends the diner’s login', code: 'headers?.[headerNames.authorization] === undefined ? token', broken: 'headers !== null ? token' },
    { rule: 'P5', fault: 'what an answer holds is taken as it is', code: 'if (exact.success) return exact.data;', broken: 'if (exact.success || data !== undefined) return data as Data;' },
    { rule: 'contract', fault: 'an id in the path is not encoded', code: "encodePathSegment(params[name] ?? '')", broken: "params[name] ?? ''" },
    { rule: 'contract', fault: 'what is undefined stands in the query', code: 'if (value !== undefined) search.set(name, String(value));', broken: 'search.set(name, String(value));' },
    { rule: 'contract', fault: 'a code beside success counts for nothing', code: 'if (!envelope?.success || envelope.code !== codes.ok) {', broken: 'if (!envelope?.success) {' },
    { rule: 'contract', fault: 'a refusal without a code has none', code: 'code: code || status', broken: 'code: code ?? 0' },
    { rule: 'login', fault: 'a 401 in the body alone is no 401', code: 'status === codes.unauthorized || envelope?.code === codes.unauthorized', broken: 'status === codes.unauthorized' },
    { rule: 'login', fault: 'a token that has expired ends the login', code: "mayRenew ? await renewToken(token) : 'refused'", broken: "mayRenew ? ('refused' as string) : 'refused'" },
    { rule: 'login', fault: 'any 401 asks for another token', code: 'renewals < maxRenewals && z.safeParse(unauthorizedDataSchema, envelope?.data).success', broken: 'renewals < maxRenewals' },
    { rule: 'login', fault: 'a call is made again in the name of who came after', code: "if (renewal !== 'renewed') break;", broken: "if (renewal === 'refused') break;" },
    { rule: 'login', fault: 'a renewed token does not make the call again', code: "if (renewal !== 'renewed') break;", broken: 'break;' },
    { rule: 'login', fault: 'tokens are renewed without end', code: 'const maxRenewals = 2;', broken: 'const maxRenewals = 50;' },
    { rule: 'login', fault: 'a proxy’s page is no answer of the restaurant’s', code: 'envelope || refusal.isWorthAnotherTry ||', broken: 'envelope ||' },
    { rule: 'login', fault: 'a login that is over goes on', code: "if (renewal === 'refused') endLogin(token);", broken: '' },
    { rule: 'D6', fault: 'long numbers lose their last digits', code: 'mayHaveLongNumber.test(text)\n', broken: '!text\n' },
    { rule: 'T3', fault: 'the server’s time is not looked at', code: 'if (serverTime > 0) setServerTime(serverTime, at);', broken: '' },
    { rule: 'T3', fault: 'an answer without the time sets the clock to 1970', code: 'if (serverTime > 0) setServerTime', broken: 'setServerTime' },
    { rule: 'D3', fault: 'the diner’s language is not sent', code: 'options.language ?? language', broken: "options.language ?? 'en-US'" },
    { rule: 'connection', fault: 'nobody hears of a call that failed', code: '    onFailure(call, error);\n', broken: '' },
  ]),
  ...faultsIn('src/diner/member.ts', ['tests/client/api/diner/registering.test.ts'], [
    { rule: 'D17', fault: 'everybody who asks at once registers a guest', code: 'if (registering?.merchantId !== merchantId) {', broken: "if (merchantId !== '') {" },
    { rule: 'D17', fault: 'who is registered registers again', code: 'if (member && token && current === merchantId) return Promise.resolve(member);', broken: '' },
    { rule: 'D17', fault: 'a guest of another restaurant passes for one of this one', code: 'if (member && token && current === merchantId)', broken: 'if (member && token)' },
    { rule: 'D17', fault: 'the last restaurant’s table stays', code: 'member: undefined, table: undefined });', broken: 'member: undefined });' },
    { rule: 'D17', fault: 'each attempt is another nobody', code: 'if (anonymous?.merchantId !== merchantId)\n', broken: '' },
    { rule: 'D17', fault: 'who was refused asks with the same token for ever', code: 'if (!isUnanswered(error)) anonymous = undefined;', broken: '' },
    { rule: 'D17', fault: 'a server without anonymous tokens takes no guest', code: 'if (isUnanswered(error)) throw error;', broken: 'throw error;' },
    { rule: 'D3', fault: 'the phone’s language goes into the profile', code: "languagePreference: 'en-US',", broken: 'languagePreference: dinerState.value.language,' },
    { rule: 'member', fault: 'names keep the spaces around them', code: 'firstName: firstName.trim()', broken: 'firstName' },
    { rule: 'login', fault: 'a logout that fails keeps the diner here', code: '.catch((error: unknown) =>\n    console.warn(\'the login could not be ended on the server\', error),\n  );', broken: ';' },
  ]),
  ...faultsIn('client/api/call/token-renewal.ts', ['tests/client/api/client/token-renewal.test.ts'], [
    { rule: 'login', fault: 'every call that hears of it asks for a token', code: 'running ??= runLocked', broken: 'running = runLocked' },
    { rule: 'login', fault: 'the next token of somebody else’s login is taken', code: "if (!isSameLogin(shared, expired)) return 'replaced';", broken: '' },
    { rule: 'login', fault: 'who has logged out meanwhile is logged in again', code: "if (holder.getCurrent() !== expired || holder.getShared() !== shared) return 'replaced';", broken: '' },
    { rule: 'login', fault: 'a server that is busy ends the login', code: '!(error instanceof ApiError) || error.isWorthAnotherTry', broken: '!(error instanceof ApiError)' },
  ]),
  ...faultsIn('client/api/call/fetch-text.ts', ['tests/client/api/client/fetch-text.test.ts'], [
    { rule: 'D2', fault: 'a slow download is cut', code: '    handleProgress();\n    text +=', broken: '    text +=' },
    { rule: 'D2', fault: 'silence is waited for without end', code: 'let timer = setTimeout(handleSilence, silenceMs);', broken: 'let timer = setTimeout(() => undefined, silenceMs);' },
    { rule: 'D2', fault: 'a letter that is torn between two pieces is spoilt', code: 'decoder.decode(value, { stream: true })', broken: 'decoder.decode(value)' },
  ]),
  ...faultsIn('client/api/api-error.ts', ['tests/client/api/client/token-renewal.test.ts'], [
    { rule: 'errors', fault: 'too many requests are no reason to try again', code: 'code === 429 || ', broken: '' },
  ]),
  ...faultsIn('client/api/queries/query-cache.ts', ['tests/client/api/query-cache.test.ts'], [
    { rule: 'privacy', fault: 'what is about the diner is kept with the menu', code: 'return answers.has(kind) && merchantId', broken: 'return merchantId' },
  ]),
  ...faultsIn('client/api/queries/query-cache.ts', ['tests/client/api/query-cache.test.ts'], [
    { rule: 'storage', fault: 'a menu of last year is shown', code: 'Date.now() - cached.at <= maxAgeMs', broken: 'cached.at <= Date.now()' },
  ]),
  ...faultsIn('client/api/queries/public-queries.ts', ['tests/client/api/query-cache.test.ts'], [
    { rule: 'storage', fault: 'what another version has kept is shown as it is', code: '.publicSchemas[kind].safeParse(cached).data;', broken: '.publicSchemas[kind].safeParse(cached) && cached;' },
  ]),
]; // prettier-ignore
