import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { useCurrentMerchant } from '#src/diner/current-merchant.ts';
import { useLinks } from '#ui/routes/language.ts';
import { matchRoute } from '#ui/routes/navigation.ts';
import { LanguageSwitch } from '#ui/page/LanguageSwitch.tsx';
import { FullScreen } from '#ui/layers/FullScreen.tsx';
import type { QuestionPopupProps } from '#src/popups/question-popup.ts';
import { LoginForm } from './LoginForm.tsx';

/** CD2: the login over whatever page asked for it. */
export default function LoginPopup({ open, closable, onAnswer }: QuestionPopupProps) {
  const { t } = useTranslation('account');
  const { merchantId, merchant, settings } = useCurrentMerchant();
  const links = useLinks();
  const navigate = useNavigate();
  const under = matchRoute(useLocation().pathname)?.name;
  // Over the dishes an order asks for it: whoever only looks closes it.
  const isToOrder = under === 'order' || under === 'search';

  const handleSkip = async (id: string) => {
    await onAnswer(false);
    void navigate(links.order(id));
  };

  return (
    <FullScreen
      open={open}
      onClose={() => void onAnswer(false)}
      title={t('login.title')}
      closable={closable}
      // Over a page that could be read, its language is chosen already.
      tools={!closable && <LanguageSwitch />}
    >
      {merchantId !== undefined && (
        <LoginForm
          merchantId={merchantId}
          merchant={merchant}
          onDone={() => void onAnswer(true)}
          onSkip={
            merchant && settings.guestMode && !isToOrder ? () => void handleSkip(merchantId) : undefined
          }
        />
      )}
    </FullScreen>
  );
}
