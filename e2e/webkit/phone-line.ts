import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/**
 * The way of one phone to the server: a port of its own that passes everything on. Cut, every connection breaks and no
 * new one is taken, for this phone alone; the page still believes itself online, as on bad reception.
 */
export class PhoneLine {
  private readonly sockets = new Set<Socket>();
  private readonly door: Server;

  private constructor(private readonly to: URL) {
    this.door = createServer((near) => this.passOn(near));
  }

  /** A line to the server at this address. */
  static async lay(to: string): Promise<PhoneLine> {
    const line = new PhoneLine(new URL(to));
    await line.open(0);
    line.port = (line.door.address() as AddressInfo).port;
    return line;
  }

  private port = 0;

  /** Where the phone finds the server. */
  get url(): string {
    return `http://localhost:${this.port}`;
  }

  async cut(): Promise<void> {
    const closed = once(this.door, 'close');
    this.door.close();
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  async mend(): Promise<void> {
    await this.open(this.port);
  }

  /** Ends it for good, cut or not. */
  async close(): Promise<void> {
    if (this.door.listening) await this.cut();
  }

  private async open(port: number): Promise<void> {
    const listening = once(this.door, 'listening');
    this.door.listen(port, '127.0.0.1');
    await listening;
  }

  private passOn(near: Socket): void {
    const far = connect({ host: this.to.hostname, port: Number(this.to.port) });
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.sockets.add(socket);
      socket.pipe(other);
      // A connection that breaks is what a line is there for: the other end breaks with it.
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        this.sockets.delete(socket);
        other.destroy();
      });
    }
  }
}
