export interface Redis {
  readonly url: string;
  /** Ends it like a crash. */
  kill(): Promise<void>;
}
export function findRedis(): string | undefined;
export function startRedis(program: string, port?: number): Promise<Redis>;
