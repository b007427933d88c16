export type ClientTarget =
  /** A path outside this hub. */
  | { readonly kind: 'foreign' }
  | { readonly kind: 'malformed' }
  | {
      readonly kind: 'client';
      readonly hub: string;
      readonly accessToken: string | null;
      /** Set if the client wants to continue a reliable session. Its access token may have expired. */
      readonly recovery: { readonly connectionId: string; readonly token: string } | null;
    };

const hubName = /^[A-Za-z][A-Za-z0-9_]{0,127}$/;

/**
 * Reads `{prefix}/client/hubs/{hub}?access_token=…` or `{prefix}/client[/]?hub={hub}&access_token=…`.
 *
 * @param rawUrl the request target as received. It is not resolved against the Host header, which the client chooses.
 */
export function readClientTarget(rawUrl: string, prefix: string): ClientTarget {
  const [path = '', search = ''] = splitOnce(rawUrl, '?');
  const root = `${prefix}/client`;
  if (path !== root && !path.startsWith(`${root}/`)) return { kind: 'foreign' };
  const query = new URLSearchParams(search);
  const rest = path.slice(root.length);
  const byPath = rest.startsWith('/hubs/') ? rest.slice('/hubs/'.length) : null;
  const hub = byPath ?? (rest === '' || rest === '/' ? query.get('hub') : null);
  if (hub === null || !hubName.test(hub)) return { kind: 'malformed' };
  const connectionId = query.get('awps_connection_id');
  const token = query.get('awps_reconnection_token');
  return {
    kind: 'client',
    hub,
    accessToken: query.get('access_token'),
    recovery: connectionId === null || token === null ? null : { connectionId, token },
  };
}

function splitOnce(text: string, separator: string): readonly string[] {
  const at = text.indexOf(separator);
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}
