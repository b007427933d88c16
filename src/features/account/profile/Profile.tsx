import { useTranslation } from 'react-i18next';
import type { LanguageCode } from '#contract/http/headers.ts';
import { useCurrentMerchant } from '#src/diner/current-merchant.ts';
import { useDiner } from '#src/diner/diner.ts';
import { HeaderOnlyLayout } from '#ui/page/HeaderOnlyLayout.tsx';
import { useLinks } from '#ui/routes/language.ts';
import { useSwitchLanguage } from './use-switch-language.ts';
import { MemberForm } from './MemberForm.tsx';
import { showToast } from '#ui/feedback/show-toast.ts';
import { Skeleton } from '#ui/feedback/Skeleton.tsx';

export default function Profile() {
  const { t } = useTranslation('member');
  const { merchantId = '' } = useCurrentMerchant();
  const { member } = useDiner();
  const links = useLinks();
  const switchLanguage = useSwitchLanguage();

  const handleDone = (language: LanguageCode) => {
    showToast(t('profile.saved'));
    switchLanguage(language);
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
