/** Encrypts a message for one browser (RFC 8291), and signs the request to its push service (VAPID, RFC 8292). */
import { createECDH, createPrivateKey, randomBytes, sign } from 'node:crypto';

/** Both in base64url: an uncompressed point of P-256, and its private number. */
export interface PushKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

const curve = 'prime256v1';
/** Push services refuse signatures of more than a day. */
const validSeconds = 12 * 60 * 60;

export function createPushKeys(): PushKeys {
  const pair = createECDH(curve);
  pair.generateKeys();
  return { publicKey: pair.getPublicKey('base64url'), privateKey: pair.getPrivateKey('base64url') };
}

interface Receiver {
  readonly p256dh: string;
  readonly auth: string;
}

/** @throws an Error if the keys of the browser are none */
export async function encryptPush(text: string, { p256dh: dh, auth: authSecret }: Receiver): Promise<Buffer> {
  // Most restaurants send no notifications, so the library is loaded with the first one.
  const { default: ece } = await import('http_ece');
  const privateKey = createECDH(curve);
  privateKey.generateKeys();
  const salt = randomBytes(16).toString('base64url');
  return ece.encrypt(Buffer.from(text), { version: 'aes128gcm', dh, authSecret, salt, privateKey });
}

interface Claims {
  /** The origin of the push service. */
  readonly audience: string;
  /** An address at which its operator finds the operator of this server. */
  readonly subject: string;
}

/** The header Authorization. The signature follows the real time, by which push services check it. */
export function signPush({ audience, subject }: Claims, { publicKey, privateKey }: PushKeys): string {
  const exp = Math.floor(Date.now() / 1_000) + validSeconds;
  const parts = [
    { typ: 'JWT', alg: 'ES256' },
    { aud: audience, exp, sub: subject },
  ];
  const signed = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  const point = Buffer.from(publicKey, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
  const d = Buffer.from(privateKey, 'base64url');
  const key = createPrivateKey({
    // A key that begins with zeros is shorter.
    key: {
      kty: 'EC',
      crv: 'P-256',
      x,
      y,
      d: Buffer.concat([Buffer.alloc(32 - d.length), d]).toString('base64url'),
    },
    format: 'jwk',
  });
  const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' });
  return `vapid t=${signed}.${signature.toString('base64url')}, k=${publicKey}`;
}
