/** Every number the hub obeys. Sizes are bytes, durations milliseconds. */
export interface HubLimits {
  /** One WebSocket message or REST body. Larger: close 1009, HTTP 413. */
  readonly maxPayloadBytes: number;
  /** Sent but not yet acknowledged messages of one reliable session. Over it: close 1008, session freed. */
  readonly maxUnackedMessages: number;
  readonly maxUnackedBytes: number;
  /** How long a reliable session survives without a socket. */
  readonly retentionMs: number;
  /** Newest successful ack ids a session remembers to recognise a repeat. */
  readonly rememberedAckIds: number;
  readonly pingIntervalMs: number;
  /** A peer that left this many pings unanswered is cut at the next one. */
  readonly maxMissedPings: number;
  /** How often pings and retention are looked at. */
  readonly tickMs: number;
  /** Time a peer has to answer a close frame before its socket is destroyed. */
  readonly closeTimeoutMs: number;
  /** Sessions, retained ones included. Over it: HTTP 503 before the upgrade. */
  readonly maxConnections: number;
  readonly maxGroupsPerConnection: number;
  /** Refill and size of the per-connection allowance. Over it: close 1008. */
  readonly framesPerSecond: number;
  readonly frameBurst: number;
  /** A frame costs one unit of the allowance for every started block of this size. */
  readonly frameBlockBytes: number;
  /** Bytes waiting in one socket for a peer that does not read. Over it: close 1008. */
  readonly maxSocketBufferedBytes: number;
  /** Tolerance on a token's `exp` and `nbf`. */
  readonly clockSkewMs: number;
}

const KiB = 1024;
const MiB = 1024 * KiB;

/**
 * Payload, unacked buffer, remembered ack ids and clock skew are those of the service's emulator; retention is
 * the protocol's minimum and `maxConnections` one unit of the service. The others are this hub's own.
 */
export const defaultHubLimits: HubLimits = {
  maxPayloadBytes: MiB,
  maxUnackedMessages: 1000,
  maxUnackedBytes: 16 * MiB,
  retentionMs: 30_000,
  rememberedAckIds: 1000,
  pingIntervalMs: 20_000,
  maxMissedPings: 2,
  tickMs: 1_000,
  closeTimeoutMs: 2_000,
  maxConnections: 1000,
  maxGroupsPerConnection: 100,
  framesPerSecond: 100,
  frameBurst: 1000,
  frameBlockBytes: 16 * KiB,
  // Above maxUnackedBytes, or a full replay would pass for a peer that does not read.
  maxSocketBufferedBytes: 18 * MiB,
  clockSkewMs: 300_000,
};
