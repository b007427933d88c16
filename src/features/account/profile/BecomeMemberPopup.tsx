import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { LanguageCode } from '#contract/http/headers.ts';
import { useSwitchLanguage } from './use-switch-language.ts';
import { MemberForm } from './MemberForm.tsx';
import { Button } from '#ui/controls/Button.tsx';
import { FullScreen } from '#ui/layers/FullScreen.tsx';
import { space } from '#ui/theme/tokens.ts';
import type { QuestionPopupProps } from '#src/popups/question-popup.ts';
import { Text } from '#ui/primitives.tsx';

/** Asks a new member once to complete the profile. */
export default function BecomeMemberPopup({ open, onAnswer }: QuestionPopupProps) {
  const { t } = useTranslation(['member', 'common']);
  const switchLanguage = useSwitchLanguage();
  const handleDone = async (language: LanguageCode) => {
    await onAnswer(true);
    switchLanguage(language);
  };

  return (
    <FullScreen open={open} onClose={() => void onAnswer(false)} title={t('become.title')}>
      <Text $marginBottom="xl" $colour="textMuted">
        {t('become.text')}
      </Text>
      <MemberForm submitLabel={t('become.submit')} onDone={(language) => void handleDone(language)} />
      <Later variant="quiet" wide onClick={() => void onAnswer(false)}>
        {t('common:later')}
      </Later>
    </FullScreen>
  );
}

const Later = styled(Button)`
  margin-top: ${space.sm};
`;
