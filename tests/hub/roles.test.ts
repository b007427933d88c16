import { expect, test } from 'vitest';
import { readPermissions } from '#server/platform/hub/roles.ts';

test('a role is valid for its own permission and its own group', () => {
  const permissions = readPermissions(['webpubsub.sendToGroup.a', 'webpubsub.joinLeaveGroup', 'owner']);
  expect(permissions.allows('sendToGroup', 'a')).toBe(true);
  expect(permissions.allows('sendToGroup', 'b')).toBe(false);
  expect(permissions.allowsAll('sendToGroup')).toBe(false);
  expect(permissions.allows('joinLeaveGroup', 'b')).toBe(true);
  expect(permissions.allowsAll('joinLeaveGroup')).toBe(true);
});

test('a role without a group after the dot is valid for none', () => {
  const permissions = readPermissions(['webpubsub.sendToGroup.']);
  expect([permissions.allowsAll('sendToGroup'), permissions.allows('sendToGroup', 'a')]).toEqual([
    false,
    false,
  ]);
});

test('revoked for one group, the other roles stay; revoked for all, none does', () => {
  const permissions = readPermissions(['webpubsub.sendToGroup.a', 'webpubsub.sendToGroup.b', 'webpubsub.joinLeaveGroup.a']);
  permissions.revoke('sendToGroup', 'a');
  expect(['a', 'b'].map((group) => permissions.allows('sendToGroup', group))).toEqual([false, true]);
  permissions.grant('sendToGroup');
  permissions.revoke('sendToGroup');
  expect(['a', 'b', 'c'].map((group) => permissions.allows('sendToGroup', group))).toEqual([false, false, false]);
  expect(permissions.allows('joinLeaveGroup', 'a')).toBe(true);
}); // prettier-ignore
