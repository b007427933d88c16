import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { exportFormats, exportOrders } from '#contract/calls/numbers.ts';
import { request } from '#client/api/call/request.ts';
import { Button } from '#ui/controls/Button.tsx';
import { TextField } from '#ui/controls/TextField.tsx';
import { Row, Small, Stack, Text } from '#ui/primitives.tsx';
import { useFile } from './use-file.ts';
import { useNumbers } from './report-queries.ts';

/** Downloads the dishes of the orders of one day as a file. */
export function OrderFiles() {
  const { t } = useTranslation('numbers');
  const { data: now } = useNumbers({});
  const [chosen, setChosen] = useState<string>();
  const day = chosen ?? now?.today ?? '';
  const save = useFile((format) => request(exportOrders, { query: { day, format } }));

  return (
    <Stack $gap="lg" $align="flex-start">
      <Text as="h2" $type="heading">
        {t('files.title')}
      </Text>
      <TextField
        label={t('files.day')}
        type="date"
        value={day}
        max={now?.today}
        required
        onChange={({ target }) => setChosen(target.value)}
      />
      <Small>{t('files.text')}</Small>
      <Row $gap="sm" $wrap>
        {exportFormats.map((format) => (
          <Button
            key={format}
            variant={format === 'csv' ? 'primary' : 'secondary'}
            busy={save.isPending && save.variables === format}
            disabled={day === ''}
            onClick={() => save.mutate(format)}
          >
            {t(`files.${format}`)}
          </Button>
        ))}
      </Row>
    </Stack>
  );
}
