/** REST calls that the server SDK cannot make, with other audiences, bodies and methods. */
import { SignJWT } from 'jose';
import type { Scene } from './scene.ts';

/** @param options.audience by default the URL as sent, like the SDK's */
export async function callRest(
  scene: Scene,
  method: string,
  path: string,
  { audience, body, contentType }: { audience?: string; body?: string; contentType?: string } = {},
): Promise<Response> {
  const url = `${scene.endpoint}${path}`;
  const token = await new SignJWT()
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setAudience(audience ?? url)
    .setExpirationTime('5m')
    .sign(new TextEncoder().encode(scene.accessKey));
  const headers: Record<string, string> = { Authorization: `Bearer ${token}` };
  if (contentType) headers['Content-Type'] = contentType;
  return fetch(url, { method, headers, ...(body === undefined ? {} : { body }) });
}
