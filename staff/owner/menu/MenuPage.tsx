import { addPageTexts } from '#ui/i18n/page-texts.ts';
import { useEffect, useMemo, useState } from 'react';
import type { MenuDraft } from '#contract/calls/menu-draft.ts';
import type { StaffIdentity } from '#contract/calls/staff.ts';
import type { Edit } from '#contract/menu-file/edits.ts';
import { getCorrectedTime } from '#client/api/server-clock.ts';
import { localValue, storageKeys } from '#client/values/web-storage.ts';
import { BranchMenu } from '../chain/BranchMenu.tsx';
import { Loaded } from '../Loaded.tsx';
import { useMenuDraft, useGiveUp, writeEdits } from './calls.ts';
import { createDraftStore } from './draft/draft-store.ts';
import { toReading } from './draft/reading.ts';
import { Editor } from './Editor.tsx';
import { RestaurantContext, type Restaurant } from './restaurant.ts';

addPageTexts('ownerMenu', import.meta.glob('/locales/*/owner-menu.ts', { eager: true }));

/** The draft of the menu. Diners see it only after it is published. */
export function MenuPage({ staff }: { staff: StaffIdentity }) {
  return staff.menuFrom === undefined ? <OwnMenu staff={staff} /> : <BranchMenu head={staff.menuFrom} />;
}

function OwnMenu({ staff }: { staff: StaffIdentity }) {
  return <Loaded query={useMenuDraft()}>{(draft) => <OpenedMenu staff={staff} draft={draft} />}</Loaded>;
}

interface Props {
  readonly staff: StaffIdentity;
  readonly draft: MenuDraft;
}

function OpenedMenu({ staff: { merchantId, person }, draft }: Props) {
  const giveUp = useGiveUp();
  const [store] = useState(() =>
    createDraftStore(toReading(draft), readStoredEdits(merchantId), {
      write: writeEdits,
      giveUp,
      keep: (edits) => keepEdits(merchantId, edits),
      now: getCorrectedTime,
      later: (ms, run) => {
        const timer = setTimeout(run, ms);
        return () => clearTimeout(timer);
      },
    }),
  );
  const { currency, decimals, taxes, soldOut } = draft;
  const restaurant = useMemo(
    (): Restaurant => ({
      merchantId,
      person,
      currency,
      decimals,
      taxes,
      soldOut: { dishes: new Set(soldOut.dishes), options: new Set(soldOut.options) },
    }),
    [merchantId, person, currency, decimals, taxes, soldOut],
  );

  useEffect(() => store.receive(toReading(draft)), [store, draft]);
  useEffect(() => {
    const handleHide = () => void (document.visibilityState === 'hidden' && store.save());
    addEventListener('online', store.tryAgain);
    document.addEventListener('visibilitychange', handleHide);
    return () => {
      removeEventListener('online', store.tryAgain);
      document.removeEventListener('visibilitychange', handleHide);
      void store.save();
    };
  }, [store]);

  return (
    <RestaurantContext value={restaurant}>
      <Editor store={store} draft={draft} />
    </RestaurantContext>
  );
}

function readStoredEdits(merchantId: string): readonly Edit[] {
  const kept = localValue.json(`${storageKeys.menuEdits} ${merchantId}`);
  return Array.isArray(kept) ? (kept as readonly Edit[]) : [];
}

function keepEdits(merchantId: string, edits: readonly Edit[]): void {
  const kept = edits.length > 0 ? JSON.stringify(edits) : undefined;
  localValue.set(`${storageKeys.menuEdits} ${merchantId}`, kept);
}
