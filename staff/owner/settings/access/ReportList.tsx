import { Download } from 'lucide-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { listReports, readReport, reportedLogs, type DinerReport } from '#contract/calls/report.ts';
import { formatReportCode } from '#contract/calls/report-code.ts';
import { request } from '#client/api/call/request.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Box, Row, Small, Stack, Text } from '#ui/primitives.tsx';
import { saveFile } from '#ui/sharing/share-files.ts';
import { Loaded } from '../../Loaded.tsx';
import { sayFailure } from '../../../calls/say-failure.ts';
import { useClock } from '../../../use-clock.ts';
import { useStaffLinks } from '../../../use-staff-links.ts';

/** The problem reports of diners, by the code that the diner reads out, with their logs. */
export function ReportList() {
  const { t } = useTranslation(['house', 'staff']);
  const links = useStaffLinks();
  const reports = useQuery({
    queryKey: ['staff', 'reports'],
    queryFn: async () => (await request(listReports, {})).reports,
  });

  return (
    <section>
      <Row $gap="md" $lineGap="none" $align="center" $justify="space-between" $wrap>
        <Text as="h2" $type="heading">
          {t('reports.title')}
        </Text>
        {/* A page of the diners' app: the browser has to load it. */}
        <a href={links.logViewer}>{t('reports.viewer')}</a>
      </Row>
      <Small $below="md">{t('reports.text')}</Small>
      <Loaded query={reports}>
        {(all) => (
          <>
            {all.length === 0 && <p>{t('reports.none')}</p>}
            <Stack as="ul" $gap="sm">
              {all.map((report) => (
                <ReportCard key={report.code} report={report} />
              ))}
            </Stack>
          </>
        )}
      </Loaded>
    </section>
  );
}

async function unpackLogs(packed: string): Promise<string[]> {
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  const texts = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return reportedLogs.parse(await new Response(texts).json());
}

function ReportCard({ report: { code, at, tableName, text, redacted } }: { report: DinerReport }) {
  const { t } = useTranslation(['house', 'staff']);
  const when = useClock({ dateStyle: 'medium', timeStyle: 'short' });
  const save = useMutation({
    mutationFn: async () => unpackLogs((await request(readReport, { params: { code } })).packed),
    onSuccess: (logs) => {
      for (const [index, log] of logs.entries()) {
        const name = `report-${code}${index === 0 ? '' : `-${index + 1}`}.jsonl`;
        saveFile(new File([log], name, { type: 'application/x-ndjson' }));
      }
    },
    onError: sayFailure,
  });

  return (
    <Box as="li" $card $pad="md lg">
      <Row $gap="md" $align="center" $wrap>
        <Stack $grow="readable">
          <Text $type="strong">{formatReportCode(code)}</Text>
          <Text $breaks>{text.trim() || t('reports.noText')}</Text>
          <Small>
            {[
              tableName === null ? t('reports.noTable') : t('staff:orders.table', { name: tableName }),
              when.format(at),
              ...(redacted ? [] : [t('reports.named')]),
            ].join(' · ')}
          </Small>
        </Stack>
        <Button
          variant="secondary"
          aria-label={t('reports.saveOf', { code: formatReportCode(code) })}
          busy={save.isPending}
          onClick={() => save.mutate()}
        >
          <Download aria-hidden />
          {t('reports.save')}
        </Button>
      </Row>
    </Box>
  );
}
