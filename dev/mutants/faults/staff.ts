import { faultsIn } from '../mutant.ts';

const secrets = ['tests/server/staff/secrets.test.ts'] as const;
const people = ['tests/server/staff/people.test.ts'] as const;
const turns = ['tests/server/staff/login-turns.test.ts'] as const;

export const staffFaults = [
  ...faultsIn('server/service/staff/access/identify-staff.ts', secrets, [
    { rule: 'CX12', fault: 'a token may do everything', code: 'if (!may.scopes.includes(scope))', broken: 'if (may.scopes.length === 0)' },
    { rule: 'CX12', fault: 'a system makes tokens for itself', code: "if (scope === undefined) throw statusRefusal(codes.forbidden, 'Only people on the staff page can do this');", broken: 'if (scope === undefined) return;' },
    { rule: 'CX12', fault: 'a token is taken at another restaurant', code: 'merchantId !== undefined && merchantId !== staff.merchantId', broken: 'merchantId === staff.key' },
  ]),
  ...faultsIn('server/service/staff/access/system-tokens.ts', secrets, [
    { rule: 'CX12', fault: 'a restaurant revokes the token of another one', code: "    .where('merchant_id', '=', merchantId)\n    .where('id', '=', id)", broken: "    .where('id', '=', id)" },
    { rule: 'CX12', fault: 'the secret itself is stored', code: 'secret_hash: hashOf(secret)', broken: 'secret_hash: secret' },
    { rule: 'CX12', fault: 'each request writes down that the token was used', code: '>= usedEveryMs', broken: '>= 0 * usedEveryMs' },
  ]),
  ...faultsIn('server/service/staff/access/staff-sessions.ts', secrets, [
    { rule: 'D35', fault: 'an old password’s session is good again when the password comes back', code: "row('password_mark', '<>', passwords.markOf(merchantId))", broken: "row('password_mark', '=', merchantId)" },
    { rule: 'D35', fault: 'a session opened with another password is good', code: 'if (session.password_mark !== passwords.markOf(merchantId)) return undefined;', broken: '' },
    { rule: 'CX10', fault: 'logging out everywhere logs out the other restaurants', code: "    .deleteFrom('staff_sessions')\n    .where('merchant_id', '=', merchantId)\n    .executeTakeFirst();", broken: "    .deleteFrom('staff_sessions')\n    .executeTakeFirst();" },
    { rule: 'CX10', fault: 'a screen that was logged out hears on', code: '.closeAllConnections()', broken: '.sendToAll({})' },
  ]),
  ...faultsIn('server/service/staff/access/device.ts', secrets, [
    { rule: 'CX13', fault: 'anybody says that they were logged in before', code: 'isSameSecret(mac, macOf(deviceSecret, merchantId, id, times))', broken: "mac !== ''" },
  ]),
  ...faultsIn('server/service/staff/access/identify-staff.ts', people, [
    { rule: 'D58', fault: 'every role may do everything', code: "'role' in may && rightsOfRole[may.role].includes(right)", broken: "'role' in may" },
  ]),
  ...faultsIn('server/service/staff/access/log-in.ts', people, [
    { rule: 'D59', fault: 'a PIN is enough on a strange device', code: 'if (device === undefined)', broken: 'if (merchantId === undefined)' },
    { rule: 'D59', fault: 'a PIN is guessed without end', code: 'if (spent)', broken: 'if (spent && pin === key)' },
    { rule: 'CX26', fault: 'who was removed gets in', code: "    .where('removed_at', 'is', null)\n", broken: '' },
    { rule: 'CX28', fault: 'a code lets two devices in', code: '!(await inTransaction(db, (trx) => spendAccessCode(trx, code)))', broken: 'false' },
  ]),
  ...faultsIn('server/service/staff/access/people.ts', people, [
    { rule: 'CX26', fault: 'the last owner goes', code: "if (role === 'owner' && !there.some", broken: "if (role !== 'owner' && !there.some" },
    { rule: 'CX26', fault: 'a new PIN leaves the old sessions', code: 'if (pinHash !== undefined) await endSessionsOf(trx, id);', broken: '' },
  ]),
  ...faultsIn('server/service/staff/access/login-turns.ts', turns, [
    { rule: 'D35', fault: 'many guesses at once are all looked at', code: 'if (line.waiting.length === 0 && now() >= line.nextAt)', broken: 'if (now() >= line.nextAt || line.waiting.length > 0)' },
    { rule: 'D35', fault: 'a right password counts like a wrong one', code: 'line.wrong -= 1', broken: 'line.wrong -= 0' },
    { rule: 'D35', fault: 'a line that is full turns newcomers away', code: 'line.waiting.splice(random.int(places), 1, waiting)', broken: '[waiting]' },
    { rule: 'D35', fault: 'wrong passwords are never forgotten', code: 'now() - known.lastAt > forgottenMs', broken: 'now() - known.lastAt < 0 * forgottenMs' },
  ]),
]; // prettier-ignore
