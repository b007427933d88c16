import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { LanguageCode } from '#contract/headers.ts';
import { useSpeakLanguage } from '#src/app/use-speak-language.ts';
import { MemberForm } from '#src/member/MemberForm.tsx';
import { FullScreen } from '#src/ui/FullScreen.tsx';
import { colour } from '#src/theme/colour.ts';
import { space } from '#src/theme/tokens.ts';
import type { AskedPopupProps } from './asked-popup.ts';

/** Section 2, popup 3: what a new member is asked once. */
export default function BecomeMemberPopup({ open, closable, onAnswer }: AskedPopupProps) {
  const { t } = useTranslation('member');
  const speak = useSpeakLanguage();
  const handleDone = async (language: LanguageCode) => {
    await onAnswer(true);
    speak(language);
  };

  return (
    <FullScreen
      open={open}
      onOpenChange={() => void onAnswer(false)}
      title={t('become.title')}
      closable={closable}
    >
      <Text>{t('become.text')}</Text>
      <MemberForm submitLabel={t('become.submit')} onDone={(language) => void handleDone(language)} />
    </FullScreen>
  );
}

const Text = styled.p`
  margin-bottom: ${space.xl};
  color: ${colour('textMuted')};
`;
