import { faultsIn } from '../mutant.ts';

const members = ['tests/server/members/members.test.ts'] as const;
const identity = ['tests/server/members/identity.test.ts'] as const;
const logins = ['tests/server/members/logins.test.ts'] as const;
const phoneCodes = ['tests/server/members/phone-codes.test.ts'] as const;
const scans = ['tests/server/members/scan.test.ts'] as const;

export const identityFaults = [
  ...faultsIn('server/ordering/members/login.ts', members, [
    { rule: 'O4', fault: 'a member who logs in as somebody else hands over cart, seat and orders', code: "if (asker?.kind !== 'guest')", broken: 'if (!asker)' },
    { rule: 'login', fault: 'who may not become a member becomes one', code: 'if (autoRegister)\n', broken: '' },
    { rule: 'login', fault: 'a member of another merchant is found by the phone', code: "    .where('merchant_id', '=', merchantId)\n    .where('phone'", broken: "    .where('phone'" },
  ]),
  ...faultsIn('server/ordering/members/login.ts', phoneCodes, [
    { rule: 'login', fault: 'a code is good twice', code: 'await deletePhoneCode(trx, merchantId, request.phone);', broken: '' },
  ]),
  ...faultsIn('server/ordering/members/phone-codes.ts', phoneCodes, [
    { rule: 'login', fault: 'any code is good', code: 'if (timingSafeEqual(hash, Buffer.from(open.code_hash))) {', broken: 'if (hash.length === open.code_hash.length + (timingSafeEqual(hash, hash) ? 0 : 1)) {' },
    { rule: 'login', fault: 'a wrong code costs no try', code: 'tries_left: open.tries_left - 1', broken: 'tries_left: open.tries_left' },
    { rule: 'login', fault: 'a code is good for ever', code: ' || open.expires_at <= now', broken: '' },
    { rule: 'privacy', fault: 'the code itself is stored', code: "return createHmac('sha256', codeSecret).update(`${merchantId}:${phone}:${code}`).digest('hex');", broken: "return `${merchantId}:${phone}:${code}:${codeSecret.length}:${createHmac.name}`;" },
  ]),
  ...faultsIn('server/ordering/members/code-budgets.ts', phoneCodes, [
    { rule: 'D36', fault: 'a phone has any number of wrong codes', code: 'const spent = await spendBudget(trx, attempts, phone, now);', broken: "const spent = await spendBudget(trx, attempts, `${phone} ${now}`, now);" },
    { rule: 'D36', fault: 'a right code costs one of the wrong ones', code: 'await refundBudget(trx, attempts, phone);', broken: 'await refundBudget(trx, attempts, ``);' },
    { rule: 'D36', fault: 'a code is sent to a phone that cannot use it', code: "if (spent) throw createRefusal('attempts', spent, now);", broken: '' },
    { rule: 'D36', fault: 'an address has any number of texts sent', code: "await requireBudget(trx, 'address', budget, address, now);", broken: "await requireBudget(trx, 'address', budget, `${address} ${phone}`, now);" },
    { rule: 'D36', fault: 'a restaurant sends any number of texts', code: 'most: perDay,', broken: 'most: 1_000 * perDay,' },
  ]),
  ...faultsIn('server/platform/sms/budgets.ts', phoneCodes, [
    { rule: 'D36', fault: 'the pause between two texts does not grow', code: '${firstPauseMs} * (1 << (budgets.spent - 1))', broken: '${firstPauseMs}' },
    { rule: 'D36', fault: 'a budget lasts for ever', code: 'where budgets.since <= ${now - lengthMs}\n', broken: 'where budgets.since < 0\n' },
    { rule: 'privacy', fault: 'who asked for codes is kept for ever', code: 'now - longestBudgetMs', broken: 'now - 1_000 * longestBudgetMs' },
  ]),
  ...faultsIn('server/platform/http/guard/address-block.ts', ['tests/server/http/address-block.test.ts'], [
    { rule: 'D36', fault: 'an IPv4 caller of a socket for both is another one', code: 'return readMappedIpv4(all) ?? ', broken: 'return ' },
    { rule: 'D36', fault: 'a zone makes another network', code: "address.split('%', 1)", broken: "address.split('%%', 1)" },
  ]),
  ...faultsIn('server/platform/config/config.ts', ['tests/server/config/config.test.ts'], [
    { rule: 'D36', fault: 'everybody on the internet reads the codes', code: "return DEMO_RESTAURANTS === 'on' && (PUBLIC_URL", broken: "return DEMO_RESTAURANTS === 'on' || (PUBLIC_URL" },
  ]),
  ...faultsIn('server/ordering/members/inherit.ts', members, [
    { rule: 'O4', fault: 'the guest’s name goes over the member’s', code: "if (member.first_name !== '' || !guest || guest.first_name === '') return member;", broken: "if (!guest || guest.first_name === '') return member;" },
    { rule: 'O4', fault: 'the member has no seat at the guest’s table', code: 'await joinSession(trx, kept, { userId: user.id, loginId: session.login_id }, now);', broken: '' },
    { rule: 'D19', fault: 'the guest’s to-go lines are lost beside the member’s own', code: 'view.carts.filter(({ userId }) => userId === guestId)', broken: 'view.carts.filter(({ userId }) => userId === user.id)' },
  ]),
  ...faultsIn('server/ordering/members/profile.ts', members, [
    { rule: 'privacy', fault: 'a diner changes somebody else’s data', code: 'if (body.id !== undefined && body.id !== userId)', broken: "if (body.id === '')" },
    { rule: 'member', fault: 'the form is not checked', code: 'if (problem !== undefined) throw new Refusal(codes.badRequest, problem);', broken: '' },
    { rule: 'D4', fault: 'the thirtieth of February is a birthday', code: 'const daysOfMonth = [31, 29,', broken: 'const daysOfMonth = [31, 31,' },
  ]),
  ...faultsIn('server/ordering/members/guests.ts', members, [
    { rule: 'D17', fault: 'each call of the same nobody makes another guest', code: 'const userId = asker?.userId ?? ids.next();', broken: "const userId = asker?.kind === 'anonymous' ? ids.next() : (asker?.userId ?? ids.next());" },
  ]),
  ...faultsIn('server/ordering/members/guests.ts', logins, [
    { rule: 'login', fault: 'a guest who registers again outlives their logout', code: 'const loginId = asker?.loginId ?? ids.next();', broken: 'const loginId = ids.next();' },
  ]),
  ...faultsIn('server/ordering/auth/identify.ts', identity, [
    { rule: 'D17', fault: 'a token is good at another merchant', code: 'if (asker && merchants.some((each) => each !== asker.merchantId))', broken: "if (asker && merchants.includes(''))" },
    { rule: 'S1', fault: 'the last party’s session is taken for this one', code: ' && (expected === undefined || expected === session.id)', broken: '' },
    { rule: 'privacy', fault: 'who did not scan the table stands at it', code: 'if (session && isMember && (', broken: 'if (session && (' },
    { rule: 'D11', fault: 'a restaurant without guests takes one at its table', code: "if (asker.kind !== 'member' && !(await", broken: "if (asker.kind === 'anonymous' && !(await" },
    { rule: 'D17', fault: 'a nobody is a diner', code: "if (asker.kind === 'anonymous') throw forbidden('Register as a guest first');", broken: '' },
  ]),
  ...faultsIn('server/ordering/auth/identify.ts', logins, [
    { rule: 'login', fault: 'a token opens everything after its logout', code: "if (standing.hasEnded) throw unauthorized('This login has ended');", broken: '' },
    { rule: 'login', fault: 'a token that has expired opens everything', code: "if (state === 'expired' && need !== 'login')", broken: "if (state === 'expired' && need === 'member')" },
  ]),
  ...faultsIn('server/ordering/auth/tokens.ts', logins, [
    { rule: 'login', fault: 'a token can be refreshed for ever', code: "return now - issuedAt > refreshSeconds ? { state: 'invalid' }", broken: "return now < issuedAt ? { state: 'invalid' }" },
    { rule: 'login', fault: 'a token never expires', code: "if (now < expiresAt) return { state: 'good', asker };", broken: "if (now < expiresAt + refreshSeconds) return { state: 'good', asker };" },
  ]),
  ...faultsIn('server/ordering/members/login.ts', logins, [
    { rule: 'login', fault: 'a phone that listens hears on after the logout', code: 'client.closeUserConnections(userId)', broken: 'Promise.resolve(userId)' },
  ]),
  ...faultsIn('server/ordering/tables/sessions.ts', scans, [
    { rule: 'S1', fault: 'a party that has just sat down loses its table', code: 'return now - (joined ?? 0) >= idleMs;', broken: 'return (joined ?? 0) >= 0;' },
    { rule: 'S1', fault: 'the next party sits in yesterday’s session', code: 'if (session && !(await isIdle(trx, session, now)))', broken: 'if (session)' },
    { rule: 'S1', fault: 'who scans a table that is taken has no seat', code: 'if (isNew) await joinSession(trx, session.id, diner, now);', broken: '' },
  ]),
  ...faultsIn('server/ordering/tables/sessions.ts', identity, [
    { rule: 'D19', fault: 'diners without a table share one session', code: "await findOpenSession(db, asker.merchantId, 'owner_id', asker.userId)", broken: "await db.selectFrom('table_sessions').selectAll().where('merchant_id', '=', asker.merchantId).executeTakeFirst()" },
  ]),
]; // prettier-ignore
