import { useQueryClient } from '@tanstack/react-query';
import { Bell as BellIcon, BellOff, LogOut, Store } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { staffLogout, type StaffIdentity } from '#contract/calls/staff.ts';
import { request } from '#client/api/call/request.ts';
import { LanguageSwitch } from '#ui/page/LanguageSwitch.tsx';
import { colour, layer, size, space, type } from '#ui/theme/tokens.ts';
import { Choices } from '#ui/controls/Choices.tsx';
import { Link } from '#ui/controls/Link.tsx';
import { IconButton, IconLink } from '#ui/controls/IconButton.tsx';
import { Row, Text, VisuallyHidden } from '#ui/primitives.tsx';
import { RestaurantName } from '../RestaurantName.tsx';
import { BellStrip } from './bell/BellStrip.tsx';
import { counterViews, ownerPages, type CounterView } from '../routes.ts';
import { useStaffLinks } from '../use-staff-links.ts';
import { useWaitingActs } from '../calls/act-queue.ts';
import { closeBranch } from '../calls/open-branch.ts';
import { forgetOffline } from '../calls/offline-store.ts';
import { rememberLanguage } from '../calls/person-language.ts';
import { useReachable } from '../calls/reach.ts';
import { showToast } from '#ui/feedback/show-toast.ts';
import type { Bell } from './bell/use-bell.ts';

/** The views that a person's rights allow. The kitchen sees no orders and tables. */
export function listViews({ rights }: Pick<StaffIdentity, 'rights'>): readonly CounterView[] {
  return rights.includes('service') ? counterViews : ['kitchen', 'menu'];
}

interface Props {
  readonly staff: StaffIdentity;
  /** True if the real-time connection is up. */
  readonly live: boolean;
  readonly view: CounterView;
  onView(view: CounterView): void;
  readonly bell: Bell;
  readonly sounds: boolean;
  onSounds(sounds: boolean): void;
}

/** The head of the staff page: restaurant, connection, the person logged in, the views and the bell. */
export function CounterHead({ staff, live, view, onView, bell, sounds, onSounds }: Props) {
  const { t } = useTranslation('staff');
  const links = useStaffLinks();
  const queries = useQueryClient();
  const is = !useReachable() ? 'unreachable' : live ? 'live' : 'notLive';
  const ownerPage = ownerPages.find((page) => staff.rights.includes(page));
  const waiting = useWaitingActs();
  const handleLogOut = async () => {
    // They would go out in the name of the person who logs in next.
    if (waiting.length > 0) return showToast(t('queue.noLogOut'));
    await request(staffLogout, { body: {} }).catch(() => undefined);
    queries.clear();
    await forgetOffline();
    closeBranch();
    location.reload();
  };

  return (
    <>
      <Head>
        <Words>
          <RestaurantName staff={staff} />
          <Row $gap="md" $lineGap="none" $wrap $type="small">
            <State $is={is}>{t(is)}</State>
            <Text as="span" $breaks>
              <Link to={links.me}>
                {staff.person === '' ? t('me') : t('loggedIn', { name: staff.person })}
              </Link>
            </Text>
          </Row>
        </Words>
        <Row $gap="xs" $align="center" $end>
          <LanguageSwitch brief onChoose={rememberLanguage} />
          {ownerPage && (
            <IconLink label={t('owner')} to={links.ownerPage(ownerPage)}>
              <Store aria-hidden />
            </IconLink>
          )}
          <IconButton
            label={t(sounds ? 'bell.on' : 'bell.off')}
            aria-pressed={sounds}
            onClick={() => onSounds(!sounds)}
          >
            {sounds ? <BellIcon aria-hidden /> : <BellOff aria-hidden />}
          </IconButton>
          <IconButton label={t('logOut')} onClick={() => void handleLogOut()}>
            <LogOut aria-hidden />
          </IconButton>
        </Row>
      </Head>
      <Bar aria-label={t('view')}>
        <Views>
          <Choices
            legend={<VisuallyHidden>{t('view')}</VisuallyHidden>}
            value={view}
            onChange={onView}
            options={listViews(staff).map((value) => ({ value, label: t(`views.${value}`) }))}
          />
        </Views>
        <BellStrip bell={bell} sounds={sounds} />
      </Bar>
    </>
  );
}

/** Aligns the bar with the content below it. */
const besideMain = `max(${space.xl}, calc((100% - ${size.wide}) / 2 + ${space.xl}))`;

const Head = styled.header`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space.xs} ${space.md};
  padding: ${space.md} ${besideMain} ${space.none};
`;

/** Stays visible while the head scrolls away. */
const Bar = styled.nav`
  position: sticky;
  z-index: ${layer.sticky};
  top: 0;
  display: flex;
  flex-wrap: wrap;
  align-items: stretch;
  gap: ${space.sm} ${space.xl};
  padding: ${space.sm} ${besideMain};
  background: ${colour('page')};
  border-bottom: thin solid ${colour('line')};
`;

const Words = styled.div`
  flex: 1 1 ${size.fewWords};
  min-width: 0;
`;

const colours = { live: 'success', notLive: 'textMuted', unreachable: 'danger' } as const;

const State = styled.output<{ $is: keyof typeof colours }>`
  ${type.small};
  color: ${({ $is }) => colour(colours[$is])};
`;

const Views = styled.div`
  flex: 1 1 ${size.dialog};
  max-width: ${size.centredPanel};
`;
