import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { sessionValue } from '#client/values/web-storage.ts';
import { useCartPart, useCartStatus, useOrderPlace } from '#src/cart/hooks.ts';
import { useDiner } from '#src/diner/diner.ts';
import { Button } from '#ui/controls/Button.tsx';
import { useDishText } from '#ui/i18n/dish-text.ts';
import { Dialog } from '#ui/layers/Dialog.tsx';
import { countOwnDishes, findUnusualCount, listJumps, type Count, type Counts } from './unusual-count.ts';

/** The question comes when the diner has stopped tapping for so long, ms. */
const quietMs = 900;

/** Session storage: the dishes about which this diner was asked, with the table session. */
const askedKey = 'asked-counts';
const askedSchema = z.object({ sessionId: z.string(), productIds: z.array(z.string()) });

/** Asks once for each dish whether the diner really wants so many. */
export function UnusualCount({ onChange }: { onChange(): void }) {
  const { t } = useTranslation('cart');
  const { index } = useOrderPlace();
  const dishText = useDishText();
  const { asked, remember } = useAsked();
  const counts = useOwnCounts();
  // As text, so that other changes of the cart do not restart the wait.
  const found = JSON.stringify(findUnusualCount(counts.now, index, asked, counts.jumped));
  const [question, setQuestion] = useState<Count>();
  useEffect(() => {
    if (found === undefined) return;
    const timer = setTimeout(() => setQuestion(JSON.parse(found) as Count), quietMs);
    return () => clearTimeout(timer);
  }, [found]);
  const isOpen = question !== undefined && !asked.has(question.productId);
  const { productId = '', quantity = 0 } = question ?? {};

  return (
    <Dialog
      open={isOpen}
      onClose={() => remember(productId)}
      title={t('unusual.title', { dish: dishText(index.get(productId)?.name ?? '', quantity) })}
      text={t('unusual.text')}
      actions={
        <>
          <Button wide onClick={() => remember(productId)}>
            {t('unusual.yes', { count: quantity })}
          </Button>
          <Button
            wide
            variant="secondary"
            onClick={() => {
              remember(productId);
              onChange();
            }}
          >
            {t('unusual.change')}
          </Button>
        </>
      }
    />
  );
}

/** The diner's dishes, and those of which one change added many. A cart that the phone loads is no change. */
function useOwnCounts(): { readonly now: Counts; readonly jumped: ReadonlySet<string> } {
  const { loaded } = useCartStatus();
  // As text, because an equal map would be another object.
  const text = useCartPart((cart) => JSON.stringify([...countOwnDishes(cart)]));
  const now = useMemo((): Counts => new Map(JSON.parse(text) as [string, number][]), [text]);
  const [last, setLast] = useState({ now, loaded, jumped: new Set<string>() });
  if (last.now === now && last.loaded === loaded) return last;
  const jumps = last.loaded ? listJumps(last.now, now) : [];
  const next = { now, loaded, jumped: new Set([...last.jumped, ...jumps]) };
  setLast(next);
  return next;
}

/** The dishes about which the diner was asked at this table. A reload does not ask again. */
function useAsked() {
  const sessionId = useDiner().table?.sessionId ?? '';
  const [asked, setAsked] = useState<{ readonly sessionId: string; readonly productIds: readonly string[] }>(
    () => z.safeParse(askedSchema, sessionValue.json(askedKey)).data ?? { sessionId, productIds: [] },
  );
  const productIds = asked.sessionId === sessionId ? asked.productIds : [];
  return {
    asked: new Set(productIds),
    remember(productId: string) {
      const next = { sessionId, productIds: [...productIds, productId] };
      sessionValue.set(askedKey, JSON.stringify(next));
      setAsked(next);
    },
  };
}
