// The receiving side of Web Push encryption and the check of a VAPID header.
// Built from RFC 8188 (aes128gcm), RFC 8291 (keys for Web Push, with the example of its section 5) and RFC 8292 (VAPID),
// and compared with src/encryption-helper.js and src/vapid-helper.js of github.com/web-push-libs/web-push.

import { createDecipheriv, createPublicKey, type ECDH, hkdfSync, verify } from 'node:crypto';

export function base64url(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url');
}

/** Undoes RFC 8291 for the subscription's own keys. Throws if anything is not as it should be. */
export function decryptPush(body: Buffer, keys: ECDH, auth: Buffer): Buffer {
  if (body.length < 21 + 65 + 17) throw new Error('the body is too short for aes128gcm');
  const salt = body.subarray(0, 16);
  const recordSize = body.readUInt32BE(16);
  const idLength = body.readUInt8(20);
  if (idLength !== 65) throw new Error("the key id must be the 65 bytes of the sender's public key");
  const senderKey = body.subarray(21, 21 + idLength);
  const records = body.subarray(21 + idLength);
  // Web Push allows a single record only.
  if (recordSize < 18 || records.length > recordSize) throw new Error('the body is more than one record');
  const shared = keys.computeSecret(senderKey);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), senderKey]);
  const ikm = Buffer.from(hkdfSync('sha256', shared, auth, info, 32));
  const key = Buffer.from(hkdfSync('sha256', ikm, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16));
  const nonce = Buffer.from(hkdfSync('sha256', ikm, salt, Buffer.from('Content-Encoding: nonce\0'), 12));
  const cipher = createDecipheriv('aes-128-gcm', key, nonce);
  cipher.setAuthTag(records.subarray(-16));
  const padded = Buffer.concat([cipher.update(records.subarray(0, -16)), cipher.final()]);
  // The text ends with a 2, and any number of zeros after it are padding.
  const end = padded.findLastIndex((b) => b !== 0);
  if (end < 0 || padded[end] !== 2) throw new Error('the record does not end with its delimiter');
  return padded.subarray(0, end);
}

export interface VapidClaims {
  aud?: string;
  exp?: number;
  sub?: string;
}

export interface Vapid {
  /** The application server's public key in base64url. */
  key: string;
  claims: VapidClaims;
}

/** Checks "vapid t=…, k=…" against the push service's own origin. Throws with the reason. */
export function checkVapid(header: string | undefined, origin: string, now = Date.now()): Vapid {
  const token = /^vapid\s/i.test(header ?? '') ? /[\s,]t=([\w.-]+)/.exec(header ?? '')?.[1] : undefined;
  const key = /[\s,]k=([\w-]+)/.exec(header ?? '')?.[1];
  if (!token || !key) throw new Error('no vapid header with t and k');
  const [head = '', payload = '', signature = ''] = token.split('.');
  const fields = JSON.parse(Buffer.from(head, 'base64url').toString('utf8')) as { alg?: string };
  if (fields.alg !== 'ES256') throw new Error('the token is not signed with ES256');
  const point = Buffer.from(key, 'base64url');
  if (point.length !== 65 || point[0] !== 4) throw new Error('k is not an uncompressed P-256 point');
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: base64url(point.subarray(1, 33)),
    y: base64url(point.subarray(33)),
  };
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' });
  const good = verify(
    'sha256',
    Buffer.from(`${head}.${payload}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!good) throw new Error('the signature of the token does not fit');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as VapidClaims;
  if (claims.aud !== origin) throw new Error(`aud is ${claims.aud}, not ${origin}`);
  if (typeof claims.exp !== 'number' || claims.exp * 1000 <= now) throw new Error('the token has expired');
  if (claims.exp * 1000 > now + 86_400_000 + 60_000) throw new Error('exp is more than 24 hours ahead');
  if (claims.sub !== undefined && !/^(mailto:|https:\/\/)/.test(claims.sub))
    throw new Error('sub is neither mailto: nor https:');
  return { key, claims };
}
