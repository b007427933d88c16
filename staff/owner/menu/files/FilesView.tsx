import { Download, FileUp } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ViewHead } from '../ViewHead.tsx';
import { styled } from 'styled-components';
import { codes } from '#contract/codes.ts';
import { importModes, menuFormats } from '#contract/calls/menu-import.ts';
import { ApiError } from '#client/api/api-error.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Choices } from '#ui/controls/Choices.tsx';
import { showToast } from '#ui/feedback/show-toast.ts';
import { Row, Small, Stack } from '#ui/primitives.tsx';
import { size } from '#ui/theme/tokens.ts';
import { takeEdits } from '../draft/acts.ts';
import type { DraftStore } from '../draft/draft-store.ts';
import { Note } from '../fields/TextBox.tsx';
import { FormPart } from '../form/FormPart.tsx';
import { ImportPreview } from './ImportPreview.tsx';
import { UnsavedDraft, useExport, useImport } from './use-menu-files.ts';

interface Props {
  readonly store: DraftStore;
  onBack(): void;
}

/** The menu as a file: into the draft, with a preview, and out of it. */
export function FilesView({ store, onBack }: Props) {
  const { t } = useTranslation('ownerMenu');
  return (
    <Readable $gap="md">
      <ViewHead title={t('files.title')} onBack={onBack} />
      <ImportPart store={store} onDone={onBack} />
      <ExportPart store={store} />
    </Readable>
  );
}

/** Limits the line length. */
const Readable = styled(Stack)`
  max-width: ${size.content};
`;

function ImportPart({ store, onDone }: { readonly store: DraftStore; onDone(): void }) {
  const { t } = useTranslation('ownerMenu');
  const input = useRef<HTMLInputElement>(null);
  const { mode, preview, choose, changeMode, compareAgain } = useImport(store);
  const { data, error, isPending } = preview;

  const handleTake = () => {
    if (!data) return;
    store.edit(takeEdits(data.edits));
    showToast(t('files.taken'));
    onDone();
  };
  return (
    <FormPart title={t('files.import')}>
      <Small>{t('files.importHint')}</Small>
      <Choices
        legend={t('files.mode')}
        value={mode}
        options={importModes.map((value) => ({ value, label: t(`files.${value}`) }))}
        onChange={changeMode}
      />
      <div>
        <Button
          variant={data ? 'secondary' : 'primary'}
          busy={isPending}
          onClick={() => input.current?.click()}
        >
          <FileUp aria-hidden />
          {t(data ? 'files.chooseAgain' : 'files.choose')}
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          aria-label={t('files.choose')}
          onChange={({ target }) => {
            choose(target.files?.[0]);
            // Cleared, so that choosing the same file again is a change.
            target.value = '';
          }}
        />
      </div>
      {error && (
        <Note $wrong role="alert">
          {t(`files.${classifyError(error)}`)}
        </Note>
      )}
      {data && !isPending && (
        <ImportPreview preview={data} onTake={handleTake} onCompareAgain={compareAgain} />
      )}
    </FormPart>
  );
}

function classifyError(error: Error): 'notSaved' | 'tooLarge' | 'failed' {
  if (error instanceof UnsavedDraft) return 'notSaved';
  return error instanceof ApiError && error.code === codes.tooLarge ? 'tooLarge' : 'failed';
}

function ExportPart({ store }: Pick<Props, 'store'>) {
  const { t } = useTranslation('ownerMenu');
  const save = useExport(store);
  return (
    <FormPart title={t('files.export')}>
      <Small>{t('files.exportHint')}</Small>
      <Row $gap="sm" $wrap>
        {menuFormats.map((format) => (
          <Button
            key={format}
            variant="secondary"
            busy={save.isPending && save.variables === format}
            onClick={() => save.mutate(format)}
          >
            <Download aria-hidden />
            {t(`files.format.${format}`)}
          </Button>
        ))}
      </Row>
    </FormPart>
  );
}
