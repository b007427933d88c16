const KiB = 1024;
const MiB = 1024 * KiB;

/**
 * Payload, unacked buffer, remembered ack ids and clock skew are those of the service's emulator; retention is
 * the protocol's minimum and `maxConnections` one unit of the service. The others are this hub's own.
 */
export const defaultHubLimits = {
  /** One REST body. Larger: HTTP 413. */
  maxPayloadBytes: MiB,
  /** One WebSocket message. Larger: close 1009. */
  maxFrameBytes: MiB,
  /** Sent but not yet acknowledged messages of one reliable session. Over it: close 1008, session freed. */
  maxUnackedMessages: 1000,
  maxUnackedBytes: 16 * MiB,
  /** How long a reliable session survives without a socket. */
  retentionMs: 30_000,
  /** Newest successful ack ids a session remembers to recognise a repeat. */
  rememberedAckIds: 1000,
  pingIntervalMs: 20_000,
  /** A peer that left this many pings unanswered is cut at the next one. */
  maxMissedPings: 2,
  /** How often pings and retention are looked at. */
  tickMs: 1_000,
  /** Time a peer has to answer a close frame before its socket is destroyed. */
  closeTimeoutMs: 2_000,
  /** Sessions, retained ones included. Over it: HTTP 503 before the upgrade. */
  maxConnections: 1000,
  /** Kept beyond those for tokens that name their groups: the house's own screens. */
  reservedConnections: 0,
  /** Of one user, those for whom places are kept apart. Over it: HTTP 503. */
  maxConnectionsPerUser: Infinity,
  /** Of all whose tokens name one group alone, and that one. Over it: HTTP 503. */
  maxConnectionsPerTable: Infinity,
  /** Connections that one of those may open, as an allowance. Over it: HTTP 503. */
  connectsPerSecond: Infinity,
  connectBurst: Infinity,
  maxGroupsPerConnection: 100,
  /** Refill and size of the per-connection allowance. Over it: close 1008. */
  framesPerSecond: 100,
  frameBurst: 1000,
  /** The same of messages to groups, and of their bytes, of one user through all connections. Over it: close 1008. */
  messagesPerSecond: Infinity,
  messageBurst: Infinity,
  messageBytesPerSecond: Infinity,
  messageByteBurst: Infinity,
  /** A frame costs one unit of the allowance for every started block of this size. */
  frameBlockBytes: 16 * KiB,
  /** Bytes waiting in one socket; a full replay (maxUnackedBytes) has room. Over it the peer does not read: close 1008. */
  maxSocketBufferedBytes: 18 * MiB,
  /** Tolerance on a token's `exp` and `nbf`. */
  clockSkewMs: 300_000,
};

/** What a restaurant's hub is stricter about than the service: what one says, every phone at the table downloads. */
export const restaurantLimits = {
  maxFrameBytes: 64 * KiB,
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

/** Every number the hub obeys. Sizes are bytes, durations milliseconds. */
export type HubLimits = Readonly<typeof defaultHubLimits>;
