import { LayoutList } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Category } from '#contract/calls/merchant.ts';
import { useTappedPart } from '#src/kit/popups/lazy-popup.ts';
import { IconButton } from '#src/kit/ui/controls/IconButton.tsx';
import { FilterButton } from '../filter/FilterButton.tsx';
import { CategoryPills } from './CategoryPills.tsx';
import { Row } from '#src/kit/ui/primitives.tsx';

const loadSections = () => import('./CategorySheet.tsx');

interface Props {
  /** The sections that are shown. */
  readonly categories: readonly Category[];
  readonly currentId: string | undefined;
  /** Answers what gets the focus there. */
  onJump(categoryId: string): HTMLElement | null;
}

/** The ways through the menu: the filter, the sections as pills, and at their end all of them in a list. */
export function MenuStrip({ categories, currentId, onJump }: Props) {
  const { t } = useTranslation('menu');
  const { Popup: CategorySheet, isOpen, open, close } = useTappedPart(loadSections);

  return (
    <Row $align="center" $minHeight="pills" $padInline="xs">
      <FilterButton />
      <CategoryPills categories={categories} currentId={currentId} onJump={onJump} />
      <IconButton
        label={t('allSections')}
        aria-haspopup="dialog"
        disabled={categories.length === 0}
        onClick={open}
      >
        <LayoutList aria-hidden />
      </IconButton>
      {CategorySheet && (
        <CategorySheet
          open={isOpen}
          categories={categories}
          currentId={currentId}
          onClose={close}
          onJump={onJump}
        />
      )}
    </Row>
  );
}
