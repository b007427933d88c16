import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { useCurrentMerchant } from '#src/diner/current-merchant.ts';
import { useLinks } from '#ui/routes/language.ts';
import { matchRoute } from '#ui/routes/navigation.ts';
import { LanguageSwitch } from '#ui/page/LanguageSwitch.tsx';
import { FullScreen } from '#ui/layers/FullScreen.tsx';
import type { QuestionPopupProps } from '#src/popups/question-popup.ts';
import { LoginForm } from './LoginForm.tsx';

/** The login over the page that asked for it. */
export default function LoginPopup({ open, closable, onAnswer }: QuestionPopupProps) {
  const { t } = useTranslation('account');
  const { merchantId, merchant, settings } = useCurrentMerchant();
  const links = useLinks();
  const navigate = useNavigate();
  const page = matchRoute(useLocation().pathname)?.name;
  // On these pages an attempt to order has opened the popup, unless guests may not even add dishes.
  const isToOrder = settings.guestMode && (page === 'order' || page === 'search');

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
      // A popup that can be closed lies over a page in the diner's language.
      tools={!closable && <LanguageSwitch />}
    >
      {merchantId !== undefined && (
        <LoginForm
          merchantId={merchantId}
          merchant={merchant}
          isToOrder={isToOrder}
          onDone={() => void onAnswer(true)}
          onSkip={
            merchant && settings.guestMode && !isToOrder ? () => void handleSkip(merchantId) : undefined
          }
        />
      )}
    </FullScreen>
  );
}
