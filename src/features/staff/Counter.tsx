import { useQueryClient } from '@tanstack/react-query';
import { Bell, BellOff, LogOut } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { codes } from '#contract/codes.ts';
import { staffLogout, staffNegotiate, type StaffIdentity } from '#contract/calls/staff.ts';
import { request } from '#src/kit/api/call/client.ts';
import { LanguageSwitch } from '#src/kit/page/LanguageSwitch.tsx';
import { colour, layer, size, space, type } from '#src/kit/theme/tokens.ts';
import { Banner } from '#src/kit/ui/feedback/Banner.tsx';
import { Choices } from '#src/kit/ui/controls/Choices.tsx';
import { IconButton } from '#src/kit/ui/controls/IconButton.tsx';
import { Row, Text, VisuallyHidden } from '#src/kit/ui/primitives.tsx';
import { AccessBoard } from './access/AccessBoard.tsx';
import { unlockBell, useArrivals } from './bell.ts';
import { MenuBoard } from './MenuBoard.tsx';
import { LostOrders } from './orders/LostOrders.tsx';
import { OrderBoard } from './orders/OrderBoard.tsx';
import { useOverview } from './calls/staff-queries.ts';
import { TableBoard } from './tables/TableBoard.tsx';
import { ApiError } from '#src/kit/api/api-error.ts';
import { browserEnvironment } from '#src/runtime/environment/browser-environment.ts';
import { lazyGroup } from '#src/runtime/group/lazy-group.ts';
import type { AccessResult } from '#src/runtime/group/access.ts';

const views = ['orders', 'tables', 'menu', 'access'] as const;
type View = (typeof views)[number];

/** What the staff sees all evening: orders as they come, tables, and what is sold out. */
export function Counter({ staff }: { staff: StaffIdentity }) {
  const { t } = useTranslation('staff');
  const [view, setView] = useState<View>('orders');
  const [sounds, setSounds] = useState(true);
  const live = useLive();
  const { data: overview, error } = useOverview();
  const arrived = useArrivals(overview?.orders, sounds);
  const queries = useQueryClient();
  const isOut = error instanceof ApiError && error.code === codes.unauthorized;
  useEffect(() => {
    // Logged out elsewhere, or a long day is over: nothing of the restaurant stays on the screen.
    if (isOut) void queries.resetQueries({ queryKey: ['staff'] });
  }, [isOut, queries]);

  const handleView = (next: View) => {
    setView(next);
    window.scrollTo({ top: 0 });
  };
  const handleBell = () => {
    unlockBell();
    setSounds(!sounds);
  };
  const handleLogOut = async () => {
    await request(staffLogout, { body: {} }).catch(() => undefined);
    queries.clear();
    location.reload();
  };

  return (
    <>
      <Head>
        <Words>
          <Text as="h1" $type="heading">
            {staff.name}
          </Text>
          <State $live={live}>{t(live ? 'live' : 'notLive')}</State>
        </Words>
        <Views>
          <Choices
            legend={<VisuallyHidden>{t('view')}</VisuallyHidden>}
            value={view}
            onChange={handleView}
            options={views.map((value) => ({
              value,
              label: t(`views.${value}`),
            }))}
          />
        </Views>
        <Row $gap="xs" $align="center">
          <LanguageSwitch />
          <IconButton label={t(sounds ? 'bell.on' : 'bell.off')} aria-pressed={sounds} onClick={handleBell}>
            {sounds ? <Bell aria-hidden /> : <BellOff aria-hidden />}
          </IconButton>
          <IconButton label={t('logOut')} onClick={() => void handleLogOut()}>
            <LogOut aria-hidden />
          </IconButton>
        </Row>
        <VisuallyHidden as="output">{arrived > 0 && t('arrived', { count: arrived })}</VisuallyHidden>
      </Head>
      <Main>
        {overview?.trouble && (
          <Banner tone="danger">
            <Text as="h2" $type="strong">
              {t('trouble.title')}
            </Text>
            <p>{t(`trouble.${overview.trouble}`)}</p>
          </Banner>
        )}
        {view === 'orders' && overview && <LostOrders orders={overview.lostOrders} />}
        {view === 'orders' && <OrderBoard orders={overview?.orders} staff={staff} />}
        {view === 'tables' && <TableBoard overview={overview} staff={staff} />}
        {view === 'menu' && <MenuBoard staff={staff} />}
        {view === 'access' && <AccessBoard />}
      </Main>
    </>
  );
}

const Head = styled.header`
  position: sticky;
  z-index: ${layer.sticky};
  top: 0;
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space.sm} ${space.xl};
  padding: ${space.md} ${space.xl};
  background: ${colour('page')};
  border-bottom: thin solid ${colour('line')};
`;

const Words = styled.div`
  flex: 1 1 ${size.readable};
`;

const State = styled.output<{ $live: boolean }>`
  display: block;
  ${type.small};
  color: ${({ $live }) => colour($live ? 'success' : 'textMuted')};
`;

const Views = styled.div`
  flex: 1 1 ${size.dialog};
  max-width: ${size.centredPanel};
`;

const Main = styled.main`
  max-width: ${size.wide};
  margin-inline: auto;
  padding: ${space.xl};
`;

/** Hears of every change at the tables and asks for what is new; answers whether it does. */
function useLive(): boolean {
  const queries = useQueryClient();
  const [live, setLive] = useState(false);

  useEffect(() => {
    const group = lazyGroup({ access, browserId: () => '', env: browserEnvironment() });
    let wasLive = false;
    const ask = () =>
      void queries.invalidateQueries({
        queryKey: ['staff'],
        predicate: ({ queryKey }) => queryKey[1] !== 'me',
      });
    const subscriptions = [
      group.live.subscribe((isLive) => {
        setLive(isLive);
        // Cut off, perhaps because the session is over.
        if (wasLive && !isLive) ask();
        wasLive = isLive;
      }),
      group.connected.subscribe(ask),
      group.messages.subscribe(({ fromUserId }) => {
        if (fromUserId === undefined) ask();
      }),
    ];
    return () => {
      for (const subscription of subscriptions) subscription.unsubscribe();
      void group.close();
    };
  }, [queries]);
  return live;
}

async function access(): Promise<AccessResult> {
  try {
    return { kind: 'granted', access: await request(staffNegotiate, {}) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return {
      kind: error instanceof ApiError && error.code === codes.unauthorized ? 'denied' : 'failed',
      reason,
    };
  }
}
