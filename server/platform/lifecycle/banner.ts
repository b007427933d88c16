import { networkInterfaces } from 'node:os';
import { renderUnicodeCompact } from 'uqr';

interface BannerFacts {
  readonly port: number;
  readonly tls: boolean;
  readonly publicUrl: string | undefined;
  readonly hasDemo: boolean;
  /** The password of the staff page, if the server generated it. */
  readonly staffPassword: string | undefined;
  /** The code that sets up the first restaurant. Undefined if there is a restaurant. */
  readonly setUpCode: string | undefined;
  readonly hasInbox: boolean;
  /** Whether an SMS webhook is configured. */
  readonly sendsTexts: boolean;
}

const demoTable = '/m/1001/q/1';

export function formatBanner(
  { port, tls, publicUrl, hasDemo, hasInbox, sendsTexts, staffPassword, setUpCode }: BannerFacts,
  lan = findLanAddress(),
): string {
  const composeOrigin = (host: string) =>
    `${tls ? 'https' : 'http'}://${host}${isDefault(port, tls) ? '' : `:${port}`}`;
  const here = composeOrigin('localhost');
  const start = hasDemo ? demoTable : setUpCode === undefined ? '/' : setUpPath(setUpCode);
  const forPhones = publicUrl ?? (lan === undefined ? undefined : composeOrigin(lan));
  const lines = ['Lazy Susan is running.', '', `  On this machine  ${here}${start}`];
  if (forPhones !== undefined)
    lines.push(
      `  On your phone    ${forPhones}${start}`,
      '',
      renderUnicodeCompact(forPhones + start, { border: 2 }),
    );
  if (hasDemo) lines.push('', `  Two phones on one page  ${here}/two-phones.html`);
  if (hasInbox) lines.push('', `  Login and order codes of the demo  ${here}/demo/inbox`);
  else if (!sendsTexts) lines.push('', ...withoutTexts);
  if (setUpCode !== undefined) lines.push('', '  No restaurant yet: this address sets yours up, once.');
  lines.push(
    `  The restaurant's side              ${here}/staff${staffPassword === undefined ? '' : `   password ${staffPassword}`}`,
    '',
  );
  return lines.join('\n');
}

/** The code is in the fragment, which browsers do not send. So no server and no log sees it. */
export function setUpPath(code: string): string {
  return `/staff/set-up#${code}`;
}

/** The path that registers a device of the owner with a one-time code. */
export function composeOwnerPath(code: string): string {
  return `/staff#${code}`;
}

/** The banner's warning if neither a webhook nor the inbox receives codes. */
const withoutTexts = [
  '  NO TEXTS ARE SENT: diners cannot log in, and so cannot order. Only the staff page shows order codes.',
  '  Set SMS_WEBHOOK_URL and SMS_WEBHOOK_SECRET; or DEMO_INBOX=on, which shows all codes to everybody.',
];

/**
 * Finds the IPv4 address that phones nearby can use. It prefers real interfaces to virtual ones, then private addresses
 * (RFC 1918) to public ones.
 */
export function findLanAddress(interfaces = networkInterfaces()): string | undefined {
  const candidates = Object.entries(interfaces).flatMap(([name, each]) =>
    (each ?? [])
      .filter(({ family, internal, address }) => family === 'IPv4' && !internal && !isLinkLocal(address))
      .map(({ address }) => ({ address, rank: (isVirtual(name) ? 2 : 0) + (isPrivate(address) ? 0 : 1) })),
  );
  return candidates.sort((a, b) => a.rank - b.rank)[0]?.address;
}

/** Whether an interface is a container bridge or a tunnel. Phones are never behind these. */
function isVirtual(name: string): boolean {
  return /^(docker|br-|veth|virbr|tun|tap|utun|wg|zt|tailscale)/.test(name);
}

function isLinkLocal(address: string): boolean {
  return address.startsWith('169.254.');
}

function isPrivate(address: string): boolean {
  const [a = 0, b = 0] = address.split('.').map(Number);
  return a === 10 || (a === 172 && b >= 16 && b <= 31) || (a === 192 && b === 168);
}

function isDefault(port: number, tls: boolean): boolean {
  return port === (tls ? 443 : 80);
}
