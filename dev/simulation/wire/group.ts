/**
 * The table's group, through which phones notify each other. Messages may be lost, late or doubled.
 *
 *     publish ─► each other member: up ─► delivered | lost: the connection breaks ─► comes up later
 *                                   down ─► missed
 *
 * As in the real service, a lost message always breaks the connection. The phone reads the cart when it reconnects.
 */
import { BehaviorSubject, Subject } from 'rxjs';
import type { MessageData } from '#contract/messages.ts';
import { readMessage } from '#client/group/incoming-messages.ts';
import type { TableGroup } from '#client/group/table-group.ts';
import type { Incoming } from '#sync/ports/incoming.ts';
import type { Random } from '../world/random.ts';
import type { Life, Way, World } from '../world/world.ts';

export interface Member {
  readonly userId: string;
  /** The number of the phone. */
  readonly device: number;
  readonly browserId: string;
  readonly sessionId: string;
  readonly life: Life;
  readonly random: Random;
  /** Whether the network is blocked in this direction. */
  readonly isBlocked: (way: Way) => boolean;
  /** Runs the work at once, or when a frozen phone resumes. */
  readonly whenAwake: (work: () => void) => void;
  /** Changes a message to the parts that an older app understands. */
  readonly read: (incoming: Incoming) => Incoming;
}

interface Connection extends Member {
  readonly messages: Subject<Incoming>;
  readonly connected: Subject<void>;
  readonly live: BehaviorSubject<boolean>;
  isUp: boolean;
}

const drawLatency = (random: Random) => random.between(5, 120);

export class TableGroups {
  private readonly connections = new Set<Connection>();

  constructor(private readonly world: World) {}

  join(member: Member): TableGroup {
    const connection: Connection = {
      ...member,
      messages: new Subject(),
      connected: new Subject(),
      live: new BehaviorSubject(false),
      isUp: false,
    };
    this.connections.add(connection);
    const leave = () => void this.connections.delete(connection);
    member.life.onEnd(leave);
    this.comeUp(connection, member.random.between(50, 600));
    return {
      messages: connection.messages,
      connected: connection.connected,
      live: connection.live,
      publish: (messageType, data) => this.publish(connection, messageType, data),
      close: async () => leave(),
    };
  }

  /** Breaks the connections of these members for `ms`. They come back without the messages in between. */
  breakAll(which: (member: Member) => boolean, ms: number): void {
    for (const connection of this.connections) if (which(connection)) this.goDown(connection, ms);
  }

  /** Connects all members that have no connection. */
  healAll(): void {
    for (const connection of this.connections)
      if (!connection.isUp) this.comeUp(connection, connection.random.between(50, 1_500));
  }

  /** The server notifies all members of a new version of the cart. */
  announce(sessionId: string, data: MessageData): void {
    this.spread(sessionId, { fromBrowserId: 'server', messageType: 'cartChanged', data }, undefined);
  }

  /**
   * Publishes a message that no phone of the simulation has created, such as a forged one.
   *
   * @param fromUserId undefined: the server
   * @param reaches selects the members that receive it
   */
  inject(
    sessionId: string,
    message: unknown,
    fromUserId: string | undefined,
    reaches: (member: Member) => boolean = () => true,
  ): void {
    this.spread(sessionId, message, fromUserId, reaches);
  }

  private async publish(from: Connection, messageType: string, data: MessageData): Promise<boolean> {
    const { world } = this;
    if (!from.life.alive) return await new Promise(() => {});
    if (!from.isUp || from.isBlocked('up') || world.strikes('publishFailed', from.random)) return false;
    world.count('published');
    const message = { fromBrowserId: from.browserId, messageType, data };
    this.spread(from.sessionId, message, from.userId, (to) => to !== from);
    return true;
  }

  private spread(
    sessionId: string,
    message: unknown,
    fromUserId: string | undefined,
    reaches: (to: Connection) => boolean = () => true,
  ): void {
    const read = readMessage(JSON.parse(JSON.stringify(message)), fromUserId);
    if (!read) {
      this.world.count('messageDroppedAsForged');
      return;
    }
    for (const to of this.connections) {
      if (to.sessionId !== sessionId || !reaches(to)) continue;
      const incoming = to.read(read);
      this.deliver(to, incoming);
      if (this.world.strikes('messageTwice', to.random)) this.deliver(to, incoming);
    }
  }

  private deliver(to: Connection, incoming: Incoming): void {
    const { world } = this;
    const { clock } = world;
    let ms = drawLatency(to.random);
    if (world.strikes('messageLate', to.random)) ms += to.random.between(300, 6_000);
    clock.after(ms, () => {
      if (!to.life.alive || !this.connections.has(to)) return;
      if (!to.isUp) return world.count('messageMissed');
      if (to.isBlocked('down') || world.strikes('connectionLost', to.random)) {
        world.count('messageMissed');
        this.goDown(to, to.random.between(200, 9_000));
        return;
      }
      to.whenAwake(() => {
        if (to.life.alive && this.connections.has(to)) to.messages.next(incoming);
      });
    });
  }

  private goDown(connection: Connection, ms: number): void {
    if (!connection.isUp) return;
    connection.isUp = false;
    connection.live.next(false);
    this.comeUp(connection, ms);
  }

  private comeUp(connection: Connection, ms: number): void {
    this.world.clock.after(ms, () => {
      if (!connection.life.alive || connection.isUp || !this.connections.has(connection)) return;
      if (connection.isBlocked('down')) return this.comeUp(connection, 500);
      connection.whenAwake(() => {
        if (!connection.life.alive || connection.isUp || !this.connections.has(connection)) return;
        connection.isUp = true;
        this.world.count('reconnected');
        connection.live.next(true);
        connection.connected.next();
      });
    });
  }
}
