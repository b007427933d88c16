import { expect, test } from 'vitest';
import { createSecretBox } from '#server/platform/connections/secret-box.ts';

const oldKey = 'the-old-key-of-this-server-1';
const newKey = 'the-new-key-of-this-server-2';

test('CX36: only the same key and the same context decrypt', () => {
  const box = createSecretBox([oldKey]);
  const sealed = box.encrypt('a token: 密', 'one');
  expect(sealed).not.toContain('token');
  expect(box.decrypt(sealed, 'one')).toBe('a token: 密');
  expect(box.decrypt(sealed, 'another')).toBeUndefined();
  expect(createSecretBox([newKey]).decrypt(sealed, 'one')).toBeUndefined();
  expect(createSecretBox([]).decrypt(sealed, 'one')).toBeUndefined();
});

test('CX36: every encryption differs, and a changed one is refused', () => {
  const box = createSecretBox([oldKey]);
  const sealed = box.encrypt('a token', 'one');
  expect(box.encrypt('a token', 'one')).not.toBe(sealed);
  for (let at = 0; at < sealed.length; at += 1) {
    const other = sealed[at] === 'A' ? 'B' : 'A';
    const changed = `${sealed.slice(0, at)}${other}${sealed.slice(at + 1)}`;
    // The last character has bits that base64 ignores.
    if (at < sealed.length - 1) expect(box.decrypt(changed, 'one'), changed).toBeUndefined();
  }
  for (const broken of ['', 'v1', 'v1..', sealed.slice(0, -20), `v2${sealed.slice(2)}`])
    expect(box.decrypt(broken, 'one')).toBeUndefined();
});

test('CX36: during a rotation the old key still decrypts, and the new one encrypts', () => {
  const sealed = createSecretBox([oldKey]).encrypt('a token', 'one');
  const box = createSecretBox([newKey, oldKey]);
  expect(box.decrypt(sealed, 'one')).toBe('a token');
  expect(box.isCurrent(sealed)).toBe(false);
  const again = box.encrypt('a token', 'one');
  expect(box.isCurrent(again)).toBe(true);
  expect(createSecretBox([newKey]).decrypt(again, 'one')).toBe('a token');
});

test('CX36: without a key nothing is encrypted', () => {
  const box = createSecretBox([]);
  expect(box.hasKey).toBe(false);
  expect(() => box.encrypt('a token', 'one')).toThrow('SECRET_KEY');
});
