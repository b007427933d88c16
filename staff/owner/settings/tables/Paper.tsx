import { useMutation } from '@tanstack/react-query';
import { Printer, QrCode as QrIcon } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { houseSheet, type House } from '#contract/calls/house.ts';
import type { StaffIdentity } from '#contract/calls/staff.ts';
import { request } from '#client/api/call/request.ts';
import { Button } from '#ui/controls/Button.tsx';
import { PrintOnly } from '#ui/PrintOnly.tsx';
import { Banner } from '#ui/feedback/Banner.tsx';
import { Small, Stack, Text } from '#ui/primitives.tsx';
import { saveFile } from '#ui/sharing/share-files.ts';
import { sayFailure } from '../../../calls/say-failure.ts';
import { PrintedMenu } from './PrintedMenu.tsx';

/** Printouts: cards with the tables' QR codes, and a menu on paper. */
export function Paper({ house, staff }: { house: House; staff: StaffIdentity }) {
  const { t } = useTranslation('house');
  const [isPrinting, setPrinting] = useState(false);
  const [isPrintingSheet, setPrintingSheet] = useState(false);
  const sheet = useMutation({
    mutationFn: () => request(houseSheet, { body: { origin: location.origin } }),
    onSuccess: ({ pdf }) => {
      const bytes = Uint8Array.from(atob(pdf), (sign) => sign.charCodeAt(0));
      saveFile(new File([bytes], `qr-${staff.merchantId}.pdf`, { type: 'application/pdf' }));
    },
    onError: sayFailure,
  });
  const made = sheet.data;
  const handlePrintHere = async () => {
    // Pictures that are not decoded yet would be missing on paper.
    await Promise.all((made?.pages ?? []).map(waitUntilLoaded));
    setPrintingSheet(true);
  };

  return (
    <section>
      <Text as="h2" $type="heading" $below="md">
        {t('paper.title')}
      </Text>
      <Stack $gap="lg" $align="flex-start">
        {house.tables.length > 0 && (
          <Stack $gap="xs" $align="flex-start">
            <Button variant="secondary" busy={sheet.isPending} onClick={() => sheet.mutate()}>
              <QrIcon aria-hidden />
              {t('paper.sheet')}
            </Button>
            <Small>{t('paper.sheetText')}</Small>
          </Stack>
        )}
        {made && (
          <Banner tone={isLocal(made.address) || made.missing.length > 0 ? 'warning' : 'info'}>
            <p>{t('paper.made', { count: made.cards })}</p>
            {isLocal(made.address) && <p>{t('paper.local', { address: new URL(made.address).origin })}</p>}
            {made.missing.length > 0 && (
              <>
                <p>{t('paper.missing', { names: made.missing.join(t('paper.and')) })}</p>
                <Button variant="quiet" onClick={() => void handlePrintHere()}>
                  {t('paper.fromHere')}
                </Button>
              </>
            )}
          </Banner>
        )}
        <Stack $gap="xs" $align="flex-start">
          <Button variant="secondary" busy={isPrinting} onClick={() => setPrinting(true)}>
            <Printer aria-hidden />
            {t('paper.menu')}
          </Button>
          <Small>{t('paper.menuText')}</Small>
        </Stack>
      </Stack>
      {made && isPrintingSheet && (
        <PrintOnly size="page" onPrinted={() => setPrintingSheet(false)}>
          {made.pages.map((page) => (
            <SheetPage key={page} src={toImageUrl(page)} alt="" />
          ))}
        </PrintOnly>
      )}
      {isPrinting && (
        <PrintedMenu merchantId={staff.merchantId} house={house} onPrinted={() => setPrinting(false)} />
      )}
    </section>
  );
}

function toImageUrl(svg: string): string {
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

async function waitUntilLoaded(svg: string): Promise<void> {
  const image = new Image();
  image.src = toImageUrl(svg);
  await image.decode();
}

function isLocal(address: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(new URL(address).hostname);
}

const SheetPage = styled.img`
  display: block;
  width: 100%;
  break-after: page;
`;
