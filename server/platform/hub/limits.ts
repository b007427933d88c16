const KiB = 1024;
const MiB = 1024 * KiB;

/**
 * The limits of the hub. Sizes are in bytes, durations in milliseconds.
 *
 * Payload, unacknowledged messages, remembered ack ids and clock skew have the values of Azure Web PubSub's emulator. The
 * retention is the minimum of its reliable protocol, and `maxConnections` is that of one unit of Azure Web PubSub. The other values are
 * this hub's own.
 */
export const defaultHubLimits = {
  /** The largest REST body. A larger one gets HTTP 413. */
  maxPayloadBytes: MiB,
  /** The largest WebSocket message. A larger one gets close 1009. */
  maxFrameBytes: MiB,
  /** The unacknowledged messages of a reliable session. Over the limit the session ends with close 1008. */
  maxUnackedMessages: 1000,
  maxUnackedBytes: 16 * MiB,
  /** How long a reliable session survives without a socket. */
  retentionMs: 30_000,
  /** How many ack ids a session remembers, to recognise a repeated frame. */
  rememberedAckIds: 1000,
  pingIntervalMs: 20_000,
  /** After this many unanswered pings the next one closes the socket. */
  maxMissedPings: 2,
  /** How often the hub checks pings and retention. */
  tickMs: 1_000,
  /** After this time without an answer to a close frame the socket is destroyed. */
  closeTimeoutMs: 2_000,
  /** The sessions, including those that wait for recovery. Over the limit an upgrade gets HTTP 503. */
  maxConnections: 1000,
  /** Additional places for tokens that name their groups. These belong to staff screens. */
  reservedConnections: 0,
  /** The sessions of one user. Over the limit an upgrade gets HTTP 503. Staff screens are exempt. */
  maxConnectionsPerUser: Infinity,
  /** The sessions whose tokens name the same single group, i.e. table. Over the limit an upgrade gets HTTP 503. */
  maxConnectionsPerTable: Infinity,
  /** The token bucket of new connections of one user. Over the limit an upgrade gets HTTP 503. */
  connectsPerSecond: Infinity,
  connectBurst: Infinity,
  maxGroupsPerConnection: 100,
  /** The token bucket of frames of one connection. Over the limit the session ends with close 1008. */
  framesPerSecond: 100,
  frameBurst: 1000,
  /** The token buckets of one user's messages to groups, and of their bytes, over all connections. Then close 1008. */
  messagesPerSecond: Infinity,
  messageBurst: Infinity,
  messageBytesPerSecond: Infinity,
  messageByteBurst: Infinity,
  /** A frame costs one unit of its bucket for every started block of this size. */
  frameBlockBytes: 16 * KiB,
  /**
   * The bytes that wait in one socket. A full replay (`maxUnackedBytes`) fits. Over the limit the peer does not read, and
   * the session ends with close 1008.
   */
  maxSocketBufferedBytes: 18 * MiB,
  /** The tolerance on a token's `exp` and `nbf`. */
  clockSkewMs: 300_000,
};

/** Stricter limits for restaurants. Every phone at the table downloads what one phone sends. */
export const restaurantLimits = {
  maxFrameBytes: 64 * KiB,
  maxConnections: 10_000,
  reservedConnections: 50,
  maxConnectionsPerUser: 8,
  maxConnectionsPerTable: 200,
  connectsPerSecond: 1,
  connectBurst: 60,
  messagesPerSecond: 20,
  messageBurst: 200,
  messageBytesPerSecond: 64 * KiB,
  messageByteBurst: MiB,
  frameBurst: 400,
  frameBlockBytes: 2 * KiB,
};

export type HubLimits = Readonly<typeof defaultHubLimits>;
