import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { exportAccounting, exportFormats, type ExportFormat } from '#contract/calls/numbers.ts';
import { request } from '#client/api/call/request.ts';
import { Button } from '#ui/controls/Button.tsx';
import { TextField } from '#ui/controls/TextField.tsx';
import { Row, Small, Stack, Text } from '#ui/primitives.tsx';
import { useNumbers } from './report-queries.ts';
import { useFile } from './use-file.ts';

/** Downloads the payments, reductions and taxes of some days as a file (CX61). At first the current month. */
export function AccountingFiles() {
  const { t } = useTranslation('numbers');
  const today = useNumbers({}).data?.today;
  const [chosen, setChosen] = useState<{ readonly from?: string; readonly to?: string }>({});
  const from = chosen.from ?? today?.replace(/\d\d$/, '01') ?? '';
  const to = chosen.to ?? today ?? '';
  const save = useFile((format) => fetchFile({ from, to, format }));

  return (
    <Stack $gap="lg" $align="flex-start">
      <Text as="h2" $type="heading">
        {t('accounting.title')}
      </Text>
      <Row $gap="md" $wrap>
        {(['from', 'to'] as const).map((end) => (
          <TextField
            key={end}
            label={t(`accounting.${end}`)}
            type="date"
            value={end === 'from' ? from : to}
            max={today}
            required
            onChange={({ target }) => setChosen({ ...chosen, [end]: target.value })}
          />
        ))}
      </Row>
      {from > to && <Text $colour="textMuted">{t('range.incomplete')}</Text>}
      <Small>{t('accounting.text')}</Small>
      <Row $gap="sm" $wrap>
        {exportFormats.map((format) => (
          <Button
            key={format}
            variant={format === 'csv' ? 'primary' : 'secondary'}
            aria-label={t(`accounting.${format}Of`)}
            busy={save.isPending && save.variables === format}
            disabled={from === '' || to === '' || from > to}
            onClick={() => save.mutate(format)}
          >
            {t(`files.${format}`)}
          </Button>
        ))}
      </Row>
    </Stack>
  );
}

interface Wanted {
  readonly from: string;
  readonly to: string;
  readonly format: ExportFormat;
}

/** Joins the portions of the file. */
async function fetchFile(query: Wanted) {
  const texts: string[] = [];
  for (let after: string | undefined; ;) {
    const portion = await request(exportAccounting, {
      query: { ...query, ...(after !== undefined && { after }) },
    });
    texts.push(portion.text);
    const { more, ...file } = portion;
    if (more === undefined) return { ...file, text: texts.join('') };
    after = more;
  }
}
