import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useCurrentMerchant } from '#src/app/current-merchant.ts';
import { useLinks } from '#src/app/language.ts';
import { FullScreen } from '#src/ui/FullScreen.tsx';
import type { AskedPopupProps } from './asked-popup.ts';
import { LoginForm } from './LoginForm.tsx';

/** Section 2, popup 2: the login over whatever page asked for it. */
export default function LoginPopup({ open, closable, onAnswer }: AskedPopupProps) {
  const { t } = useTranslation('account');
  const { merchantId, merchant, settings } = useCurrentMerchant();
  const links = useLinks();
  const navigate = useNavigate();

  const handleSkip = (id: string) => {
    onAnswer(false);
    void navigate(links.order(id));
  };

  return (
    <FullScreen open={open} onOpenChange={() => onAnswer(false)} title={t('login.title')} closable={closable}>
      {merchantId !== undefined && (
        <LoginForm
          merchantId={merchantId}
          merchant={merchant}
          onDone={() => onAnswer(true)}
          onSkip={merchant && settings.guestMode ? () => handleSkip(merchantId) : undefined}
        />
      )}
    </FullScreen>
  );
}
