import { Check, CircleAlert, CloudOff, FileSpreadsheet, History, Redo2, Undo2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { colour, layer, safe, size, space, type, up } from '#ui/theme/tokens.ts';
import { Button } from '#ui/controls/Button.tsx';
import { IconButton } from '#ui/controls/IconButton.tsx';
import { Spinner } from '#ui/feedback/Spinner.tsx';
import type { View } from '../list/use-place.ts';
import type { Saving } from '../draft/draft-state.ts';

interface Props {
  readonly saving: Saving;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** The number of dishes and sections with unpublished changes. */
  readonly changes: number;
  readonly mistakes: number;
  readonly view: View | undefined;
  onUndo(): void;
  onRedo(): void;
  onView(view: View): void;
  onPublish(): void;
}

/** The save state, undo and redo, and the publish button. */
export function Toolbar(props: Props) {
  const { saving, canUndo, canRedo, changes, mistakes, view, onView } = props;
  const { t } = useTranslation('ownerMenu');
  const isNothing = changes === 0 && mistakes === 0;
  const words =
    mistakes > 0
      ? t('publish.mistakes', { count: mistakes })
      : changes > 0
        ? t('publish.open', { count: changes })
        : t('publish.nothing');
  return (
    <Bar role="toolbar" aria-label={t('toolbar')}>
      <State saving={saving} />
      <IconButton label={t('undo')} disabled={!canUndo} aria-keyshortcuts="Control+Z" onClick={props.onUndo}>
        <Undo2 aria-hidden />
      </IconButton>
      <IconButton
        label={t('redo')}
        disabled={!canRedo}
        aria-keyshortcuts="Control+Shift+Z"
        onClick={props.onRedo}
      >
        <Redo2 aria-hidden />
      </IconButton>
      <IconButton label={t('files.title')} aria-pressed={view === 'files'} onClick={() => onView('files')}>
        <FileSpreadsheet aria-hidden />
      </IconButton>
      <IconButton
        label={t('history.open')}
        aria-pressed={view === 'history'}
        onClick={() => onView('history')}
      >
        <History aria-hidden />
      </IconButton>
      <Publish
        variant={mistakes > 0 ? 'danger' : 'primary'}
        aria-keyshortcuts="Control+Enter"
        // Not `disabled`: the button must keep the focus after it was used.
        aria-disabled={isNothing || undefined}
        onClick={isNothing ? undefined : props.onPublish}
      >
        {words}
      </Publish>
    </Bar>
  );
}

/** The saved state is not announced, because it changes at every pause in typing. */
function State({ saving }: { readonly saving: Saving }) {
  const { t } = useTranslation('ownerMenu');
  const isWrong = saving === 'offline' || saving === 'refused';
  const isBusy = saving === 'saving' || saving === 'unsaved';
  return (
    <Words $wrong={isWrong} aria-live={isWrong ? 'polite' : 'off'}>
      {isBusy && <Spinner />}
      {saving === 'saved' && <Check aria-hidden />}
      {saving === 'offline' && <CloudOff aria-hidden />}
      {saving === 'refused' && <CircleAlert aria-hidden />}
      {t(`saving.${isBusy ? 'saving' : saving}`)}
    </Words>
  );
}

/** At the bottom of the screen on a phone, otherwise at the top. */
const Bar = styled.div`
  position: sticky;
  z-index: ${layer.sticky};
  bottom: 0;
  order: 1;
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space.none} ${space.xs};
  margin-inline: calc(-1 * ${space.xl});
  padding: ${space.sm} ${space.xl} calc(${space.sm} + ${safe.bottom});
  background: ${colour('page')};
  border-top: thin solid ${colour('line')};

  ${up('lg')} {
    top: ${size.ownerBar};
    bottom: auto;
    order: 0;
    border: none;
  }
`;

const Words = styled.output<{ $wrong: boolean }>`
  display: flex;
  flex: 1;
  align-items: center;
  gap: ${space.sm};
  min-width: max-content;
  ${type.small};
  color: ${({ $wrong }) => colour($wrong ? 'danger' : 'textMuted')};
`;

/** On a phone as wide as the screen, and hidden if there is nothing to publish. */
const Publish = styled(Button)`
  flex: 1 0 auto;

  &[aria-disabled] {
    display: none;
  }
  ${up('lg')} {
    flex: none;

    &[aria-disabled] {
      display: inline-flex;
    }
  }
`;
