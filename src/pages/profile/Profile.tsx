import { useTranslation } from 'react-i18next';
import type { LanguageCode } from '#contract/headers.ts';
import { useCurrentMerchant } from '#src/app/current-merchant.ts';
import { useDiner } from '#src/app/diner.ts';
import { HeaderOnlyLayout } from '#src/app/HeaderOnlyLayout.tsx';
import { useLinks } from '#src/app/language.ts';
import { useSpeakLanguage } from '#src/app/use-speak-language.ts';
import { MemberForm } from '#src/member/MemberForm.tsx';
import { showToast } from '#src/ui/show-toast.ts';
import { Skeleton } from '#src/ui/Skeleton.tsx';

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
