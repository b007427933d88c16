import { createStoredValue, storageKeys } from '#client/values/web-storage.ts';

/** The most dishes that are stored for one merchant. */
const maxDishes = 60;

/** By merchant and dish, the ids of the modifiers that this diner chose last. The newest dish is the last one. */
type StoredChoices = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

const stored = createStoredValue<StoredChoices>(storageKeys.dishChoices, readChoices);

/** The modifiers that this diner chose last for a dish; undefined if this phone has stored none. */
export function getLastChoices(merchantId: string, productId: string): readonly string[] | undefined {
  return stored.get()[merchantId]?.[`dish ${productId}`];
}

export function storeChoices(merchantId: string, productId: string, modifierIds: readonly string[]): void {
  const all = stored.get();
  stored.set({ ...all, [merchantId]: addChoices(all[merchantId] ?? {}, productId, modifierIds) });
}

/** Puts the dish last. If there are too many dishes, the oldest are removed. */
export function addChoices(
  dishes: Readonly<Record<string, readonly string[]>>,
  productId: string,
  modifierIds: readonly string[],
): Readonly<Record<string, readonly string[]>> {
  // JavaScript sorts keys that are numbers to the front of an object, so each key starts with a word.
  const key = `dish ${productId}`;
  const { [key]: _before, ...others } = dishes;
  return Object.fromEntries([...Object.entries(others), [key, modifierIds] as const].slice(-maxDishes));
}

/** Reads the stored value. Entries of another shape are dropped. */
export function readChoices(value: unknown): StoredChoices {
  return Object.fromEntries(
    listEntries(value).map(([merchantId, dishes]) => [
      merchantId,
      Object.fromEntries(
        listEntries(dishes).flatMap(([key, ids]) =>
          Array.isArray(ids)
            ? [[key, ids.filter((id): id is string => typeof id === 'string')] as const]
            : [],
        ),
      ),
    ]),
  );
}

function listEntries(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}
