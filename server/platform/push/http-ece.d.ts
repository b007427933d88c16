/** The types of the package `http_ece`, which has none. */
declare module 'http_ece' {
  import type { ECDH } from 'node:crypto';

  interface Parameters {
    readonly version: 'aes128gcm';
    /** The public key of the receiver, as all texts here in base64url. */
    readonly dh: string;
    readonly authSecret: string;
    readonly salt: string;
    /** The key pair of the sender. */
    readonly privateKey: ECDH;
  }
  /** Encrypts by RFC 8188, for Web Push by RFC 8291. @throws an Error for keys that are none */
  export function encrypt(text: Buffer, parameters: Parameters): Buffer;
}
