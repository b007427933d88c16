import type { UseStore } from 'idb-keyval';
import { StorageError, type StorageFailure } from '#sync/ports/storage.ts';

/** The number is the version of the stored format. */
export const databaseName = 'lazy-susan-carts-2';
const storeName = 'rows';

/**
 * A store for `idb-keyval` that reconnects. The library's own store keeps a failed connection for ever.
 *
 * `use` runs a transaction. If it fails, it opens the database again and tries once more. Then it rejects with a
 * StorageError. A full disk is not retried. Another page that upgrades or deletes the database (`versionchange`) closes
 * the connection. The next `use` opens it again.
 */
export function createIdbConnection(factory: () => IDBFactory): { use: UseStore; close(): void } {
  let connection: Promise<IDBDatabase> | undefined;

  const forget = () => {
    connection = undefined;
  };

  const open = () =>
    new Promise<IDBDatabase>((resolve, reject) => {
      const request = factory().open(databaseName);
      request.addEventListener('upgradeneeded', () => request.result.createObjectStore(storeName));
      request.addEventListener('error', () => reject(request.error ?? new Error('open failed')));
      request.addEventListener('blocked', () => reject(new Error('blocked by another page')));
      request.addEventListener('success', () => {
        const database = request.result;
        database.addEventListener('versionchange', () => {
          database.close();
          forget();
        });
        database.addEventListener('close', forget);
        resolve(database);
      });
    });

  const runTransaction = async <T>(
    mode: IDBTransactionMode,
    callback: (store: IDBObjectStore) => T | PromiseLike<T>,
  ): Promise<T> => {
    connection ??= open();
    const database = await connection;
    const transaction = database.transaction(storeName, mode);
    try {
      return await callback(transaction.objectStore(storeName));
    } catch (error) {
      // Otherwise the requests made so far would be committed.
      abort(transaction);
      throw error;
    }
  };

  return {
    use: async (mode, callback) => {
      try {
        return await runTransaction(mode, callback);
      } catch (first) {
        if (isQuotaError(first)) throw createStorageError(first, 'quota');
        connection = undefined;
        try {
          return await runTransaction(mode, callback);
        } catch (second) {
          connection = undefined;
          throw createStorageError(second, isQuotaError(second) ? 'quota' : 'lost');
        }
      }
    },
    close: () => {
      const closing = connection;
      connection = undefined;
      closing?.then(
        (database) => database.close(),
        () => {},
      );
    },
  };
}

function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort();
  } catch {
    // The transaction has already ended.
  }
}

function isQuotaError(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'QuotaExceededError';
}

function createStorageError(error: unknown, kind: StorageFailure['kind']): StorageError {
  return new StorageError({ kind, reason: error instanceof Error ? error.message : String(error) });
}
