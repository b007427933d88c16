import type { IncomingMessage } from 'node:http';
import type { HubLimits } from '../limits.ts';
import type { Registry } from '../registry.ts';
import type { Session } from '../session.ts';
import type { ClientGrant, TokenError, Tokens } from '../tokens.ts';
import type { ClientTarget } from './target.ts';

/** The decision on an upgrade request, from its target, subprotocol and token alone. */
export type Admission =
  | { readonly kind: 'open'; readonly grant: ClientGrant; readonly isReliable: boolean }
  | { readonly kind: 'recover'; readonly session: Session }
  /** Answered with a close frame (1008). After an HTTP error the client would repeat the attempt for 30 s. */
  | { readonly kind: 'unrecoverable' }
  /** Answered with an HTTP status. After a close frame the client would ask for tokens in a hot loop. */
  | { readonly kind: 'refuse'; readonly status: 400 | 401 | 503; readonly reason: string };

const reliableProtocol = 'json.reliable.webpubsub.azure.v1';
const plainProtocol = 'json.webpubsub.azure.v1';

/** Prefers the reliable protocol. Returns null if the client offers none of the two. */
export function chooseProtocol(offered: Iterable<string>): string | null {
  const names = new Set(offered);
  if (names.has(reliableProtocol)) return reliableProtocol;
  return names.has(plainProtocol) ? plainProtocol : null;
}

export async function admit(
  request: IncomingMessage,
  target: Extract<ClientTarget, { kind: 'client' }>,
  scene: { readonly registry: Registry; readonly tokens: Tokens; readonly limits: HubLimits },
): Promise<Admission> {
  const protocol = chooseProtocol(listOfferedProtocols(request));
  if (protocol === null) return { kind: 'refuse', status: 400, reason: 'subprotocol' };
  const isReliable = protocol === reliableProtocol;
  if (target.recovery) return recover(target.hub, target.recovery, isReliable, scene);

  const checked = await scene.tokens.checkClient(target.accessToken ?? readBearerToken(request), target.hub);
  if (!checked.ok) return refuseToken(checked.error);
  if (new Set(checked.value.groups).size > scene.limits.maxGroupsPerConnection)
    return { kind: 'refuse', status: 400, reason: 'groups' };
  return { kind: 'open', grant: checked.value, isReliable };
}

async function recover(
  hub: string,
  { connectionId, token }: { readonly connectionId: string; readonly token: string },
  isReliable: boolean,
  { registry, tokens }: { readonly registry: Registry; readonly tokens: Tokens },
): Promise<Admission> {
  if (!isReliable || !(await tokens.isReconnection(token, connectionId))) return { kind: 'unrecoverable' };
  const session = registry.find(hub.toLowerCase(), connectionId);
  if (!session?.isReliable || session.isExpired()) return { kind: 'unrecoverable' };
  return { kind: 'recover', session };
}

function refuseToken(error: TokenError): Admission {
  return { kind: 'refuse', status: error.kind === 'groups' ? 400 : 401, reason: `token: ${error.kind}` };
}

export function readBearerToken(request: IncomingMessage): string | null {
  const [scheme, token, ...more] = (request.headers.authorization ?? '').split(' ');
  return scheme?.toLowerCase() === 'bearer' && token && more.length === 0 ? token : null;
}

function listOfferedProtocols(request: IncomingMessage): string[] {
  return (request.headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim());
}
