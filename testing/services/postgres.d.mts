export interface PostgresCluster {
  /** The address of its superuser. */
  readonly url: string;
  /** Ends the cluster and removes its folder. */
  stop(): Promise<void>;
  /** Stops it like a crash. `startAgain` resolves when it accepts connections. */
  crash(): void;
  startAgain(): Promise<void>;
  /** Adds a standby. Returns its address once each commit waits for it. */
  addStandby(): Promise<string>;
  /** Crashes the primary and promotes the standby. */
  failOver(): Promise<void>;
}
export const ownFolder: string;
export function findFreePort(): Promise<number>;
export function findPostgres(): string | undefined;
export function startPostgres(bin: string, options?: { durable?: boolean }): Promise<PostgresCluster>;
