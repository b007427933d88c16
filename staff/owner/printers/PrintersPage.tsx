import { addPageTexts } from '#ui/i18n/page-texts.ts';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { listPrinters, type PrinterSetUp } from '#contract/calls/printers.ts';
import { request } from '#client/api/call/request.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Stack, Text } from '#ui/primitives.tsx';
import { useLanguage } from '#ui/routes/language.ts';
import { pollMs } from '../../calls/staff-queries.ts';
import { Loaded } from '../Loaded.tsx';
import { OnceShown } from '../OnceShown.tsx';
import { PrinterCard } from './PrinterCard.tsx';
import { PrinterForm } from './PrinterForm.tsx';
import type { SecretAddress } from './printer-settings.ts';
import { StationList } from './StationList.tsx';

addPageTexts('printers', import.meta.glob('/locales/*/printers.ts', { eager: true }));

/** While something waits, its state changes within seconds, ms. */
const busyPollMs = 2_000;

/** Printers and stations, with the state of each printer and a test. */
export function PrintersPage() {
  const { t } = useTranslation('printers');
  const language = useLanguage();
  const query = useQuery({
    queryKey: ['staff', 'printers', language],
    queryFn: () => request(listPrinters, { language }),
    refetchInterval: ({ state: { data } }) =>
      data?.printers.some(({ state }) => state.waiting > 0) ? busyPollMs : pollMs,
  });
  return (
    <Stack $gap="xxl">
      <p>{t('text')}</p>
      <Loaded query={query}>{(setUp) => <SetUp setUp={setUp} />}</Loaded>
    </Stack>
  );
}

function SetUp({ setUp }: { setUp: PrinterSetUp }) {
  const { t } = useTranslation('printers');
  const [isAdding, setAdding] = useState(false);
  const [secret, setSecret] = useState<SecretAddress>();
  const [isShown, setShown] = useState(false);
  const { printers, stations, publicUrl } = setUp;
  const handleSecret = (given: SecretAddress) => {
    setSecret(given);
    setShown(true);
  };
  const asks = printers.some(({ way }) => way !== 'network');
  return (
    <>
      <StationList key={JSON.stringify(stations)} stations={stations} />
      <Stack as="section" $gap="md">
        <Text as="h2" $type="heading">
          {t('title')}
        </Text>
        {asks && publicUrl === null && (
          <Text role="alert" $colour="danger">
            {t('lacksPublicUrl')}
          </Text>
        )}
        {printers.length === 0 && <p>{t('none')}</p>}
        <Stack as="ul" $gap="sm">
          {printers.map((printer) => (
            <PrinterCard key={printer.id} printer={printer} setUp={setUp} onSecret={handleSecret} />
          ))}
        </Stack>
        {isAdding ? (
          <PrinterForm setUp={setUp} onSecret={handleSecret} onClose={() => setAdding(false)} />
        ) : (
          <div>
            <Button variant="secondary" onClick={() => setAdding(true)}>
              <Plus aria-hidden />
              {t('add')}
            </Button>
          </div>
        )}
      </Stack>
      <OnceShown
        open={isShown}
        title={t('address.title')}
        text={t(`address.${secret?.way === 'epson' ? 'epson' : 'star'}`)}
        secret={secret && `${publicUrl ?? location.origin}${secret.path}`}
        onTaken={() => setShown(false)}
      />
    </>
  );
}
