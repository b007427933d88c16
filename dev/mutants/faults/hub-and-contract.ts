import { faultsIn } from '../mutant.ts';

export const hubAndContract = [
  ...faultsIn('server/platform/hub/roles.ts', ['tests/hub/roles.test.ts'], [
    { rule: 'hub', fault: 'revoked for all groups, it holds for those that were named', code: '      named[permission].clear();\n', broken: '' },
    { rule: 'hub', fault: 'revoked for one group, it stays', code: '        named[permission].delete(group);\n        return;', broken: '        return;' },
    { rule: 'hub', fault: 'a role that names no group holds for all', code: 'permissions.grant(permission, role.slice(whole.length + 1));', broken: 'permissions.grant(permission, role.slice(whole.length + 1) || undefined);' },
    { rule: 'hub', fault: 'who may join one group may join any', code: 'everywhere.has(permission) || named[permission].has(group)', broken: 'everywhere.has(permission) || named[permission].size > 0' },
  ]),
  ...faultsIn('server/platform/hub/client/dispatch.ts', ['tests/hub/conformance/groups.test.ts'], [
    { rule: 'hub', fault: 'anybody joins any group', code: 'if (!session.permissions.allows(permission, group))', broken: "if (permission === 'sendToGroup' && !session.permissions.allows(permission, group))" },
    { rule: 'hub', fault: 'the same message is sent twice', code: 'if (session.hasProcessed(ackId)) {', broken: 'if (ackId < 0) {' },
    { rule: 'hub', fault: 'who asked for no echo hears themselves', code: 'if (!(frame.noEcho && member === session))', broken: 'if (member)' },
  ]),
  ...faultsIn('server/platform/hub/client/admission.ts', ['tests/hub/conformance/recovery.test.ts'], [
    { rule: 'hub', fault: 'anybody takes over a connection whose id they know', code: '!isReliable || !(await tokens.isReconnection(token, connectionId))', broken: '!isReliable || token === tokens.toString()' },
  ]),
  ...faultsIn('server/platform/hub/unacked-buffer.ts', ['tests/hub/unacked-buffer.test.ts'], [
    { rule: 'hub', fault: 'what was acknowledged is sent again', code: '        buffered.delete(id);\n', broken: '' },
    { rule: 'hub', fault: 'a phone that never acknowledges fills the memory', code: 'if (buffered.size >= limits.maxUnackedMessages || totalBytes + bytes > limits.maxUnackedBytes)\n        return null;', broken: '' },
  ]),
  ...faultsIn('server/ordering/realtime/routes.ts', ['tests/server-cart/calls/access.test.ts'], [
    { rule: 'D23', fault: 'a diner listens in another diner’s name', code: 'if (query.userId !== undefined && query.userId !== asker.userId)', broken: 'if (query.userId === null)' },
  ]),
  ...faultsIn('contract/limits.ts', ['tests/contract/limits.test.ts'], [
    { rule: 'bounds', fault: 'notes may have ten times as many characters', code: 'notesLength: 200', broken: 'notesLength: 2_000' },
    { rule: 'bounds', fault: 'a request body may have ten times as many bytes', code: 'bodyBytes: 256 * 1024', broken: 'bodyBytes: 2_560 * 1024' },
    { rule: 'D2', fault: 'placing an order is given up as soon as reading a menu', code: 'commit: 60_000', broken: 'commit: 10_000' },
  ]),
  ...faultsIn('contract/calls/order.ts', ['tests/contract/validation.test.ts'], [
    { rule: 'bounds', fault: 'an order may wish for two coupons', code: 'userCouponIds: z.optional(z.array(id).check(z.maxLength(1))),\n    /** JSON', broken: 'userCouponIds: z.optional(z.array(id).check(z.maxLength(2))),\n    /** JSON' },
  ]),
  ...faultsIn('contract/fields.ts', ['tests/contract/validation.test.ts'], [
    { rule: 'D15', fault: 'an amount may be written with an exponent', code: '/^-?\\d{1,12}(\\.\\d{1,6})?$/', broken: '/^-?\\d{1,12}(\\.\\d{1,6})?(e\\d)?$/' },
    { rule: 'D6', fault: 'an empty id is an id', code: "value === null || value === '' ? undefined", broken: 'value === null ? undefined' },
  ]),
]; // prettier-ignore
