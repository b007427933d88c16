import { useQueryClient } from '@tanstack/react-query';
import { startTransition, useEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react';
import { registrationState } from '#contract/states.ts';
import { setUnauthorizedHandler } from '#client/api/call/unauthorized.ts';
import { dinerState, createBrowserId, updateDiner, type DinerState } from '#client/api/diner-state.ts';
import { resetPersonalQueries } from '#client/api/queries/merchant-queries.ts';
import { loadCode } from '#client/api/api-error.ts';
import { DinerContext, useDiner, type Diner } from '#src/diner/diner.ts';
import { useDinerState } from '#src/diner/use-diner-state.ts';
import { waitForFirstPage } from '#src/navigation/first-page.ts';
import { importWithRetry } from '#client/version/import-with-retry.ts';
import type { CartEngine } from '#client/engine/cart-engine.ts';
import type { TableLifecycle } from '#client/engine/run-lifecycle.ts';
import { CartContext, useCartPart, usePresence } from '#src/cart/hooks.ts';
import { assignHues, DinerHuesContext } from '#ui/diners/diner-colour.ts';
import { logBehaviour } from '#client/api/behaviour/behaviour-log.ts';
import { localValue, sessionValue, storageKeys } from '#client/values/web-storage.ts';
import { loadAutomaticPopups } from '../popups/AutomaticPopups.tsx';
import { useCurrentMerchant } from '#src/diner/current-merchant.ts';
import { loadWithTexts } from '#ui/i18n/i18n.ts';

/** Loaded on demand, because each action needs a request anyway. */
const loadActions = () => loadCode(() => import('./diner-actions.ts'));

/**
 * Provides the diner, their table and the table's cart. The only place that changes diner and table:
 *
 *   unknown ──scan──► guest at a table ──logIn──► member at the table
 *      ▲                    │                          │
 *      └────────────── logOut, 401 ────────────────────┘
 *
 * Each change of the diner opens another cart engine. After a 401 a guest is registered again if possible.
 */
export function DinerProvider({ children }: { children: ReactNode }) {
  const state = useDinerState();
  const queries = useQueryClient();
  const engine = useRef<CartEngine | undefined>(undefined);

  useEffect(() => {
    // If the code cannot be loaded, the next 401 tries again.
    setUnauthorizedHandler(
      () => void loadActions().then((code) => code.handleUnauthorized(queries, forgetDiner), console.warn),
    );
  }, [queries]);

  useEffect(() => {
    // After a reload the server knows the diner by the stored token.
    if (!dinerState.value.token) return;
    let isCancelled = false;
    const restore = async () => {
      await waitForFirstPage();
      const code = await importWithRetry(
        () => import('./diner-actions.ts'),
        () => isCancelled,
      );
      await code?.restoreMemberWithRetries(() => isCancelled);
    };
    void restore();
    return () => {
      isCancelled = true;
    };
  }, []);

  const diner = useMemo(
    (): Diner => ({
      member: state.member,
      isMember: state.member?.registrationState === registrationState.registered,
      table: state.table,
      scan: async (...of) => (await loadActions()).scanTable(...of),
      rejoin: async (...of) => (await loadActions()).rejoinTable(...of),
      orderWithoutTable: async (...of) => (await loadActions()).orderWithoutTable(...of),
      logIn: async (phone, code) => {
        const result = await (await loadActions()).logInAs(phone, code, engine.current);
        if (result.ok) await queries.invalidateQueries();
        return result;
      },
      logOut: async () => {
        // Pending changes get 2 s to be sent, because they need the diner's token.
        await engine.current?.waitUntilSent(2_000);
        // Without a network the login stays valid on the server, but the phone forgets it all the same.
        const code = await loadActions().catch(() => undefined);
        void code?.endLogin();
        forgetDiner();
        // The next person at this phone must not see what the diner wrote or ordered.
        for (const key of ['unsavedName', 'movingLines', 'lastOrder', 'restoredTable'] as const)
          localValue.set(storageKeys[key], undefined);
        sessionValue.set(storageKeys.noteDrafts, undefined);
        void resetPersonalQueries(queries);
      },
      leaveTable,
      rename: async (...of) => (await loadActions()).renameDiner(...of),
      saveProfile: async (...of) => (await loadActions()).saveProfile(...of),
    }),
    [state.member, state.table, queries],
  );

  return (
    <DinerContext value={diner}>
      <CartProvider engineRef={engine}>
        <DinerHues>{children}</DinerHues>
      </CartProvider>
    </DinerContext>
  );
}

/** The colours of the last table's diners. Its orders are shown in them after the diner has left. */
let lastHues: ReadonlyMap<string, number> = new Map();

function DinerHues({ children }: { children: ReactNode }) {
  const { member, table } = useDiner();
  const others = usePresence();
  // A string, so that this renders again only if a diner joins or leaves.
  const cartUserIds = useCartPart(({ carts }) => JSON.stringify(carts.map(({ userId }) => userId)));
  const hues = useMemo(() => {
    if (!table) return lastHues;
    const ids = [...(JSON.parse(cartUserIds) as string[]), ...others.map(({ userId }) => userId)];
    const earlierIds = new Map(
      others.flatMap(({ userId, formerId }) => (formerId ? [[userId, formerId]] : [])),
    );
    const { earlier } = dinerState.value;
    if (member && earlier?.userIds[0] && earlier.sessionId === table?.sessionId)
      earlierIds.set(member.id, earlier.userIds[0]);
    return assignHues(member ? [member.id, ...ids] : ids, undefined, earlierIds);
  }, [cartUserIds, others, member, table]);
  useEffect(() => void (lastHues = hues), [hues]);
  return <DinerHuesContext value={hues}>{children}</DinerHuesContext>;
}

/** Called when the table's session is over. The diner and their orders stay known. */
function leaveTable(): void {
  updateDiner({ table: undefined });
}

/** Forgets diner and table after a logout or a 401. The carts' logs stay on the phone for support. */
function forgetDiner(more?: Pick<DinerState, 'expiredTable'>): void {
  logBehaviour('logged-out');
  updateDiner({
    ...more,
    token: undefined,
    member: undefined,
    earlier: undefined,
    table: undefined,
    browserId: createBrowserId(),
  });
}

const loadCart = loadWithTexts(() => import('#client/open-table-cart.ts'));
/** Loads the notices before the cart starts, so that none is missed. The cart also runs without them. */
const preloadNotices = () =>
  loadAutomaticPopups().catch((error: unknown) =>
    console.warn('notices of the table could not be loaded', error),
  );

interface Props {
  /** Gives login and logout access to the running engine. */
  readonly engineRef: RefObject<CartEngine | undefined>;
  readonly children: ReactNode;
}

/** Provides the cart of the diner's table. `TableLifecycle` opens and closes the engines. */
function CartProvider({ engineRef, children }: Props) {
  const { member, isMember, table } = useDiner();
  const { merchant, settings } = useCurrentMerchant();
  const [engine, setEngine] = useState<CartEngine>();
  const [lifecycle, setLifecycle] = useState<TableLifecycle>();
  // A merchant that takes members only answers a guest's requests with 403.
  const isShutOut = merchant !== undefined && !settings.guestMode && !isMember;
  const userId = isShutOut ? undefined : member?.id;
  const { merchantId, tableId, sessionId, reopenedAt } = table ?? {};
  const isAtTable =
    userId !== undefined && merchantId !== undefined && tableId !== undefined && sessionId !== undefined;

  useEffect(() => {
    if (!isAtTable || lifecycle) return;
    let isCancelled = false;
    const load = async () => {
      await waitForFirstPage();
      const [code] = await Promise.all([importWithRetry(loadCart, () => isCancelled), preloadNotices()]);
      if (!code || isCancelled) return;
      const show = (running: CartEngine | undefined) => {
        engineRef.current = running;
        // Each dish of the menu renders for a new cart. A transition does that in slices. A closed cart hides at once.
        if (running) startTransition(() => setEngine(running));
        else setEngine(undefined);
      };
      setLifecycle(code.createTableLifecycle(show));
    };
    void load();
    return () => {
      isCancelled = true;
    };
  }, [isAtTable, lifecycle, engineRef]);

  useEffect(() => {
    lifecycle?.want(isAtTable ? { merchantId, tableId, sessionId, userId, reopenedAt } : undefined);
  }, [lifecycle, isAtTable, merchantId, tableId, sessionId, userId, reopenedAt]);
  useEffect(() => () => lifecycle?.want(undefined), [lifecycle]);

  return <CartContext value={engine}>{children}</CartContext>;
}
