import { useTranslation } from 'react-i18next';
import type { LanguageCode } from '#contract/http/headers.ts';
import { useCurrentMerchant } from '#src/kit/diner/current-merchant.ts';
import { useDiner } from '#src/kit/diner/diner.ts';
import { HeaderOnlyLayout } from '#src/kit/page/HeaderOnlyLayout.tsx';
import { useLinks } from '#src/kit/routes/language.ts';
import { useSpeakLanguage } from './use-speak-language.ts';
import { MemberForm } from './MemberForm.tsx';
import { showToast } from '#src/kit/ui/feedback/show-toast.ts';
import { Skeleton } from '#src/kit/ui/feedback/Skeleton.tsx';

/** A member's own data. */
export default function Profile() {
  const { t } = useTranslation('member');
  const { merchantId = '' } = useCurrentMerchant();
  const { member } = useDiner();
  const links = useLinks();
  const speak = useSpeakLanguage();

  const handleDone = (language: LanguageCode) => {
    showToast(t('profile.saved'));
    speak(language);
  };

  return (
    <HeaderOnlyLayout title={t('profile.title')} fallback={links.account(merchantId)}>
      {member?.phone ? (
        <MemberForm submitLabel={t('profile.save')} onDone={handleDone} />
      ) : (
        <Skeleton $height="20rem" />
      )}
    </HeaderOnlyLayout>
  );
}
