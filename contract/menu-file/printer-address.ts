export interface PrinterAddress {
  readonly host: string;
  readonly port: number;
}

/** The usual port for raw data at network printers. */
const usualPort = 9100;

/** Reads `host:port`, `host`, `[IPv6]:port` or `[IPv6]`. Returns undefined for anything else. */
export function readPrinterAddress(text: string): PrinterAddress | undefined {
  const match = /^(?:\[([0-9A-Fa-f:.]+(?:%\w+)?)\]|([^\s:/[\]@]+))(?::(\d{1,5}))?$/.exec(text);
  const host = match?.[1] ?? match?.[2];
  const port = Number(match?.[3] ?? usualPort);
  return host !== undefined && port > 0 && port < 65_536 ? { host, port } : undefined;
}
