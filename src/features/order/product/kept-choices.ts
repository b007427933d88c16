import { keptValue, storageKeys } from '#client/values/web-storage.ts';

/** Of one merchant: more dishes than a regular knows. */
const most = 60;

/** By merchant and dish, the modifiers that this diner had last; the newest dish last. */
type KeptChoices = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

const kept = keptValue<KeptChoices>(storageKeys.dishChoices, readChoices);

/** How this diner had a dish last; undefined: never, or not on this phone. */
export function lastChoices(merchantId: string, productId: string): readonly string[] | undefined {
  return kept.get()[merchantId]?.[`dish ${productId}`];
}

export function keepChoices(merchantId: string, productId: string, modifierIds: readonly string[]): void {
  const all = kept.get();
  kept.set({ ...all, [merchantId]: withChoices(all[merchantId] ?? {}, productId, modifierIds) });
}

/** The dish comes last; of too many the oldest fall out. */
export function withChoices(
  dishes: Readonly<Record<string, readonly string[]>>,
  productId: string,
  modifierIds: readonly string[],
): Readonly<Record<string, readonly string[]>> {
  // A key of digits alone would go to the front.
  const key = `dish ${productId}`;
  const { [key]: _before, ...others } = dishes;
  return Object.fromEntries([...Object.entries(others), [key, modifierIds] as const].slice(-most));
}

/** What can be made of the kept value. */
export function readChoices(value: unknown): KeptChoices {
  return Object.fromEntries(
    entriesOf(value).map(([merchantId, dishes]) => [
      merchantId,
      Object.fromEntries(
        entriesOf(dishes).flatMap(([key, ids]) =>
          Array.isArray(ids)
            ? [[key, ids.filter((id): id is string => typeof id === 'string')] as const]
            : [],
        ),
      ),
    ]),
  );
}

function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}
