import { addPageTexts } from '#ui/i18n/page-texts.ts';
import { ArrowLeft } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from '#ui/controls/Link.tsx';
import { styled } from 'styled-components';
import type { StaffIdentity } from '#contract/calls/staff.ts';
import { rememberLanguage } from '../calls/person-language.ts';
import { LanguageSwitch } from '#ui/page/LanguageSwitch.tsx';
import { colour, layer, size, space, up } from '#ui/theme/tokens.ts';
import { segment, Segments } from '#ui/controls/Choices.tsx';
import { IconLink } from '#ui/controls/IconButton.tsx';
import { Spinner } from '#ui/feedback/Spinner.tsx';
import { RestaurantName } from '../RestaurantName.tsx';
import { ownerPages, type OwnerPageName } from '../routes.ts';
import { useStaffLinks } from '../use-staff-links.ts';
import { OfflineNote } from '../OfflineNote.tsx';
import { refreshOwner } from '../calls/staff-queries.ts';
import { useLive } from '../calls/use-live.ts';

addPageTexts('owner', import.meta.glob('/locales/*/owner.ts', { eager: true }));

const contents = {
  chain: lazy(async () => ({ default: (await import('./chain/ChainPage.tsx')).ChainPage })),
  menu: lazy(async () => ({ default: (await import('./menu/MenuPage.tsx')).MenuPage })),
  house: lazy(async () => ({ default: (await import('./settings/SettingsPage.tsx')).SettingsPage })),
  numbers: lazy(async () => ({ default: (await import('./reports/ReportsPage.tsx')).ReportsPage })),
  printers: lazy(async () => ({ default: (await import('./printers/PrintersPage.tsx')).PrintersPage })),
  connections: lazy(async () => ({
    default: (await import('./connections/ConnectionsPage.tsx')).ConnectionsPage,
  })),
  till: lazy(async () => ({ default: (await import('./pos/PosPage.tsx')).PosPage })),
};

interface Props {
  readonly staff: StaffIdentity;
  readonly page: OwnerPageName;
}

/** The owner's pages. Each one is loaded when it is opened, which keeps the counter small. */
export function OwnerPages({ staff, page }: Props) {
  const { t } = useTranslation('owner');
  const links = useStaffLinks();
  const Content = contents[page];
  useLive(refreshOwner);

  return (
    <>
      <title>{`${t(`pages.${page}`)} · ${staff.name}`}</title>
      <Head>
        <IconLink label={t('back')} to={links.counter}>
          <ArrowLeft aria-hidden />
        </IconLink>
        <RestaurantName staff={staff} />
        <LanguageSwitch brief onChoose={rememberLanguage} />
      </Head>
      <Bar aria-label={t('choose')}>
        <Segments>
          {ownerPages
            .filter((each) => staff.rights.includes(each))
            .map((each) => (
              <Choice key={each} to={links.ownerPage(each)} aria-current={each === page ? 'page' : undefined}>
                {t(`pages.${each}`)}
              </Choice>
            ))}
        </Segments>
      </Bar>
      <Main tabIndex={-1}>
        <OfflineNote />
        <Suspense fallback={<Spinner />}>
          {staff.rights.includes(page) ? <Content staff={staff} /> : <p>{t('notYours')}</p>}
        </Suspense>
      </Main>
    </>
  );
}

/** Aligns the bar with the content below it. */
const besideMain = `max(${space.xl}, calc((100% - ${size.wide}) / 2 + ${space.xl}))`;

const Head = styled.header`
  display: flex;
  align-items: center;
  gap: ${space.xs} ${space.md};
  padding: ${space.md} ${besideMain} ${space.none};
`;

const Bar = styled.nav`
  position: sticky;
  z-index: ${layer.sticky};
  top: 0;
  padding: ${space.sm} ${besideMain};
  background: ${colour('page')};
  border-bottom: thin solid ${colour('line')};
`;

const Choice = styled(Link)`
  ${segment}
  /* Four in a row on a phone, so that the last page does not fill a row alone. */
  flex-basis: 22%;

  ${up('md')} {
    flex-basis: max-content;
  }
`;

const Main = styled.main`
  max-width: ${size.wide};
  margin-inline: auto;
  padding: ${space.xl};
  outline: none;

  /* Sticky bars must not cover a focused field. */
  :where(& :is(a, button, input, select, textarea)) {
    scroll-margin-block: ${size.ownerTop} ${size.ownerFoot};
  }
`;
