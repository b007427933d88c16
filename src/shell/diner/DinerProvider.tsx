import { useQueryClient } from '@tanstack/react-query';
import { startTransition, useEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react';
import { registrationState } from '#contract/states.ts';
import { whenUnauthorized } from '#client/api/call/login-end.ts';
import { dinerState, newBrowserId, updateDiner, type DinerState } from '#client/api/diner-state.ts';
import { forgetPersonal } from '#client/api/answers/queries.ts';
import { codeOf } from '#client/api/api-error.ts';
import { DinerContext, useDiner, type Diner } from '#src/diner/diner.ts';
import { useDinerState } from '#src/diner/use-diner-state.ts';
import { whenFirstPageShown } from '#src/navigation/first-page.ts';
import { patientImport } from '#client/version/missing-code.ts';
import type { CartEngine } from '#client/engine/cart-engine.ts';
import type { TableLifecycle } from '#client/engine/run-lifecycle.ts';
import { CartContext, useCartPart, usePresence } from '#src/cart/hooks.ts';
import { dinerHues, DinerHuesContext } from '#ui/diners/diner-colour.ts';
import { logBehaviour } from '#client/api/behaviour/behaviour-log.ts';
import { localValue, sessionValue, storageKeys } from '#client/values/web-storage.ts';
import { loadAutomaticPopups } from '../popups/AutomaticPopups.tsx';
import { useCurrentMerchant } from '#src/diner/current-merchant.ts';
import { withTexts } from '#ui/i18n/i18n.ts';

/** What a diner does takes a call each: its code follows the first page. */
const actions = () => codeOf(() => import('./diner-actions.ts'));

/** Knows who sits here and runs the cart of the table: the only place where a diner or a table changes. */
export function DinerProvider({ children }: { children: ReactNode }) {
  const state = useDinerState();
  const queries = useQueryClient();
  const engine = useRef<CartEngine | undefined>(undefined);

  useEffect(() => {
    // Without its code nothing ends; the next 401 tries again.
    whenUnauthorized(
      () => void actions().then((code) => code.handleUnauthorized(queries, forgetDiner), console.warn),
    );
  }, [queries]);

  useEffect(() => {
    // A reload: the token says who this is, the server tells the rest as soon as it can be reached.
    if (!dinerState.value.token) return;
    let left = false;
    const restore = async () => {
      await whenFirstPageShown();
      const code = await patientImport(
        () => import('./diner-actions.ts'),
        () => left,
      );
      await code?.restoreMemberWithRetries(() => left);
    };
    void restore();
    return () => {
      left = true;
    };
  }, []);

  const diner = useMemo(
    (): Diner => ({
      member: state.member,
      isMember: state.member?.registrationState === registrationState.registered,
      table: state.table,
      scan: async (...of) => (await actions()).scanTable(...of),
      rejoin: async (...of) => (await actions()).rejoinTable(...of),
      orderWithoutTable: async (...of) => (await actions()).orderWithoutTable(...of),
      logIn: async (phone, code) => {
        const result = await (await actions()).logInAs(phone, code, engine.current);
        if (result.ok) await queries.invalidateQueries();
        return result;
      },
      logOut: async () => {
        await engine.current?.settled(2_000);
        // Where the server can't be told, the phone forgets all the same.
        const code = await actions().catch(() => undefined);
        void code?.endLogin();
        forgetDiner();
        // CB11: nor does what the diner wrote, ordered or was about to do outlive the logout.
        for (const key of ['unsavedName', 'movingLines', 'lastOrder', 'restoredTable'] as const)
          localValue.set(storageKeys[key], undefined);
        sessionValue.set(storageKeys.noteDrafts, undefined);
        void forgetPersonal(queries);
      },
      leaveTable,
      rename: async (...of) => (await actions()).renameDiner(...of),
      saveProfile: async (...of) => (await actions()).saveProfile(...of),
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

/** Those of the last table: orders from there keep the colours that its diners had. */
let lastHues: ReadonlyMap<string, number> = new Map();

function DinerHues({ children }: { children: ReactNode }) {
  const { member, table } = useDiner();
  const others = usePresence();
  // As text: it changes only when somebody comes or goes.
  const withCart = useCartPart(({ carts }) => JSON.stringify(carts.map(({ userId }) => userId)));
  const hues = useMemo(() => {
    if (!table) return lastHues;
    const ids = [...(JSON.parse(withCart) as string[]), ...others.map(({ userId }) => userId)];
    const was = new Map(others.flatMap(({ userId, was: id }) => (id ? [[userId, id]] : [])));
    const { earlier } = dinerState.value;
    if (member && earlier?.userIds[0] && earlier.sessionId === table?.sessionId)
      was.set(member.id, earlier.userIds[0]);
    return dinerHues(member ? [member.id, ...ids] : ids, undefined, was);
  }, [withCart, others, member, table]);
  useEffect(() => void (lastHues = hues), [hues]);
  return <DinerHuesContext value={hues}>{children}</DinerHuesContext>;
}

/** S1: the table's session is over; who this is stays known, and so do the orders. */
function leaveTable(): void {
  updateDiner({ table: undefined });
}

/** Logout, and what follows a 401: nobody sits here any more. The logs stay on the phone for support. */
function forgetDiner(more?: Pick<DinerState, 'left'>): void {
  logBehaviour('logged-out');
  updateDiner({
    ...more,
    token: undefined,
    member: undefined,
    earlier: undefined,
    table: undefined,
    browserId: newBrowserId(),
  });
}

const loadCart = withTexts(() => import('#client/open-table-cart.ts'));
/** Whatever happens at the table has somebody to say it; the cart runs without, too. */
const warmUp = () =>
  loadAutomaticPopups().catch((error: unknown) => console.warn('nothing will be said', error));

interface Props {
  /** Where login and logout find the running engine. */
  readonly engineRef: RefObject<CartEngine | undefined>;
  readonly children: ReactNode;
}

/** Gives the pages the cart of the table where the diner is. `TableLifecycle` opens and leaves the tables. */
function CartProvider({ engineRef, children }: Props) {
  const { member, isMember, table } = useDiner();
  const { merchant, settings } = useCurrentMerchant();
  const [engine, setEngine] = useState<CartEngine>();
  const [lifecycle, setLifecycle] = useState<TableLifecycle>();
  // Where no visitors are taken the server answers a guest nothing but 403.
  const isShutOut = merchant !== undefined && !settings.guestMode && !isMember;
  const userId = isShutOut ? undefined : member?.id;
  const { merchantId, tableId, sessionId, reopenedAt } = table ?? {};
  const isAtTable =
    userId !== undefined && merchantId !== undefined && tableId !== undefined && sessionId !== undefined;

  useEffect(() => {
    if (!isAtTable || lifecycle) return;
    let isOver = false;
    const load = async () => {
      // The menu is shown first.
      await whenFirstPageShown();
      const [code] = await Promise.all([patientImport(loadCart, () => isOver), warmUp()]);
      if (!code || isOver) return;
      const show = (running: CartEngine | undefined) => {
        engineRef.current = running;
        // Every dish of the menu listens to a new cart: in slices. A table that is left shows its cart no longer.
        if (running) startTransition(() => setEngine(running));
        else setEngine(undefined);
      };
      setLifecycle(code.tableLifecycle(show));
    };
    void load();
    return () => {
      isOver = true;
    };
  }, [isAtTable, lifecycle, engineRef]);

  useEffect(() => {
    lifecycle?.want(isAtTable ? { merchantId, tableId, sessionId, userId, reopenedAt } : undefined);
  }, [lifecycle, isAtTable, merchantId, tableId, sessionId, userId, reopenedAt]);
  useEffect(() => () => lifecycle?.want(undefined), [lifecycle]);

  return <CartContext value={engine}>{children}</CartContext>;
}
