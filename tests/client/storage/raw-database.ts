import { promisifyRequest } from 'idb-keyval';

/** Opens the database without the adapter, and creates it if there is none. */
export function openRaw(factory: IDBFactory, name: string): Promise<IDBDatabase> {
  const request = factory.open(name);
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore('rows'));
  return promisifyRequest(request);
}

export function openRows(database: IDBDatabase) {
  const store = () => database.transaction('rows', 'readwrite').objectStore('rows');
  return {
    put: async (value: unknown, key: IDBValidKey) => {
      await promisifyRequest(store().put(value, key));
    },
    keys: () => promisifyRequest(store().getAllKeys()),
  };
}
