import { promisifyRequest } from 'idb-keyval';

/** The database as it is, without the adapter; made when it is not there. */
export function openRaw(factory: IDBFactory, name: string): Promise<IDBDatabase> {
  const request = factory.open(name);
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore('rows'));
  return promisifyRequest(request);
}

export function rowsOf(database: IDBDatabase) {
  const store = () => database.transaction('rows', 'readwrite').objectStore('rows');
  return {
    put: async (value: unknown, key: IDBValidKey) => {
      await promisifyRequest(store().put(value, key));
    },
    keys: () => promisifyRequest(store().getAllKeys()),
  };
}
