import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, type ReactNode } from 'react';
import { registrationState } from '#contract/states.ts';
import { whenUnauthorized } from '#src/api/client.ts';
import { dinerState } from '#src/api/diner-state.ts';
import { forgetPersonal } from '#src/api/queries.ts';
import { endLogin, restoreMember } from '#src/api/member.ts';
import { ApiError } from '#src/api/api-error.ts';
import { CartProvider } from './CartProvider.tsx';
import { DinerHues } from './DinerHues.tsx';
import { DinerContext, type Diner } from './diner.ts';
import { useDinerState } from './use-diner-state.ts';
import { useUnsavedName } from './use-unsaved-name.ts';
import {
  forgetDiner,
  leaveTable,
  logInAs,
  orderWithoutTable,
  renameDiner,
  saveProfile,
  scanTable,
} from './diner-actions.ts';
import type { CartEngine } from '#src/cart/cart-engine.ts';

/** How long to wait before the member is asked for again, ms. */
const restoreAgainMs = 3_000;

/** Knows who sits here and runs the cart of the table: the only place where a diner or a table changes. */
export function DinerProvider({ children }: { children: ReactNode }) {
  const state = useDinerState();
  const queries = useQueryClient();
  useUnsavedName();
  const engine = useRef<CartEngine | undefined>(undefined);

  useEffect(() => {
    whenUnauthorized(() => {
      if (!dinerState.value.token) return;
      forgetDiner();
      void forgetPersonal(queries);
    });
  }, [queries]);

  useEffect(() => {
    // A reload: the token says who this is, the server tells the rest as soon as it can be reached.
    if (!dinerState.value.token) return;
    let left = false;
    const restore = async () => {
      while (!left) {
        try {
          return await restoreMember();
        } catch (error) {
          // A 401 has logged the diner out already; without an answer it is worth another try.
          if (!(error instanceof ApiError) || error.failure.kind !== 'network') return;
          await new Promise((resolve) => setTimeout(resolve, restoreAgainMs));
        }
      }
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
      scan: scanTable,
      orderWithoutTable,
      logIn: async (phone, code) => {
        const result = await logInAs(phone, code, engine.current);
        if (result.ok) await queries.invalidateQueries();
        return result;
      },
      logOut: async () => {
        await engine.current?.settled(2_000);
        void endLogin();
        forgetDiner();
        void forgetPersonal(queries);
      },
      leaveTable,
      rename: renameDiner,
      saveProfile,
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
