import { ArrowLeft } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { StaffIdentity } from '#contract/calls/staff.ts';
import { IconLink } from '#ui/controls/IconButton.tsx';
import { addPageTexts } from '#ui/i18n/page-texts.ts';
import { LanguageSwitch } from '#ui/page/LanguageSwitch.tsx';
import { Row, Stack, Text } from '#ui/primitives.tsx';
import { size, space } from '#ui/theme/tokens.ts';
import { getOpenBranch } from '../calls/open-branch.ts';
import { rememberLanguage } from '../calls/person-language.ts';
import { OfflineNote } from '../OfflineNote.tsx';
import { useStaffLinks } from '../use-staff-links.ts';
import { PushForm } from './PushForm.tsx';

addPageTexts('me', import.meta.glob('/locales/*/me.ts', { eager: true }));
// The parts of the owner's pages that load data use its texts.
addPageTexts('owner', import.meta.glob('/locales/*/owner.ts', { eager: true }));

/** A person's own page: what this device notifies them of. */
export function MePage({ staff }: { readonly staff: StaffIdentity }) {
  const { t } = useTranslation('me');
  const links = useStaffLinks();
  const title = staff.person === '' ? t('title') : staff.person;
  return (
    <>
      <title>{`${title} · ${staff.name}`}</title>
      <Main tabIndex={-1}>
        <Stack $gap="xl">
          <Row as="header" $gap="md" $align="center">
            <IconLink label={t('back')} to={links.counter}>
              <ArrowLeft aria-hidden />
            </IconLink>
            <Text as="h1" $type="title" $grow $whole>
              {title}
            </Text>
            <LanguageSwitch brief onChoose={rememberLanguage} />
          </Row>
          <OfflineNote />
          {getOpenBranch() === undefined ? <PushForm /> : <Text>{t('push.atBranch')}</Text>}
        </Stack>
      </Main>
    </>
  );
}

const Main = styled.main`
  max-width: ${size.content};
  margin-inline: auto;
  padding: ${space.md} ${space.xl} ${space.giant};
  outline: none;
`;
