import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { HeaderOnlyLayout } from '#src/kit/page/HeaderOnlyLayout.tsx';
import { useLinks } from '#src/kit/routes/language.ts';
import { parseQrLink } from '#src/kit/routes/qr-link.ts';
import { CameraView } from './CameraView.tsx';
import { LinkForm } from './LinkForm.tsx';

/** D10: the way to a table from within the app. A table's code leads straight there, anything else is shown. */
export default function Scan() {
  const { t } = useTranslation('scan');
  const links = useLinks();
  const navigate = useNavigate();

  const handleFound = (text: string) => {
    const link = parseQrLink(text);
    const to = link ? links.qrLanding(link.merchantId, link.qrcodeId) : links.scanResult(text);
    void navigate(to, { replace: link !== undefined });
  };

  return (
    <HeaderOnlyLayout title={t('title')} fallback={links.home()}>
      <p>{t('text')}</p>
      <CameraView onFound={handleFound} />
      <LinkForm onGiven={handleFound} />
    </HeaderOnlyLayout>
  );
}
