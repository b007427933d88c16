export interface PostgresCluster {
  /** Of its superuser. */
  readonly url: string;
  /** Ends it for good; nothing of it stays. */
  stop(): Promise<void>;
  /** Ends it as a crash does. */
  crash(): void;
  /** After a crash; resolves when it takes connections. */
  startAgain(): Promise<void>;
}
/** Where set-up puts the one that it installs from npm. */
export const ownFolder: string;
/** The folder with `initdb` and `postgres`, undefined when there is none. */
export function findPostgres(): string | undefined;
export function startPostgres(
  bin: string,
  options?: { readonly durable?: boolean },
): Promise<PostgresCluster>;
