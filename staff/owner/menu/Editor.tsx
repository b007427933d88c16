import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { MenuDraft } from '#contract/calls/menu-draft.ts';
import type { MenuTree, TreeDish } from '#contract/menu-file/menu-tree.ts';
import { diffTrees, readOwn } from '#contract/menu-file/edits.ts';
import { size, space, up } from '#ui/theme/tokens.ts';
import { useValue } from '#client/values/value.ts';
import { Banner } from '#ui/feedback/Banner.tsx';
import { focusEmpty, focusMistake } from '../focus.ts';
import { listChanges } from './draft/changes.ts';
import { findMistakes } from './draft/dish-mistakes.ts';
import type { DraftStore } from './draft/draft-store.ts';
import { DraftContext, type Draft } from './draft/draft-context.ts';
import { DishPage } from './form/DishPage.tsx';
import { SectionPage } from './form/SectionPage.tsx';
import { useRestaurant } from './restaurant.ts';
import { MenuList } from './list/MenuList.tsx';
import { getEntryId } from './list/arrow-keys.ts';
import { Conflicts } from './notices/Conflicts.tsx';
import { OldDraft } from './notices/OldDraft.tsx';
import { Scheduled } from './notices/Scheduled.tsx';
import { PhonePreview } from './preview/PhonePreview.tsx';
import { listMenuLanguages } from './draft/missing-texts.ts';
import { MissingTextsView } from './notices/MissingTextsView.tsx';
import { FilesView } from './files/FilesView.tsx';
import { HistoryView } from './publish/HistoryView.tsx';
import { Overview } from './publish/Overview.tsx';
import { PublishSheet } from './publish/PublishSheet.tsx';
import { Toolbar } from './publish/Toolbar.tsx';
import { usePlace, type Place } from './list/use-place.ts';

interface Props {
  readonly store: DraftStore;
  /** The newest answer of the server. */
  readonly draft: MenuDraft;
}

/** The menu editor: the list, the form of the chosen entry, and a preview. On a phone they are separate views. */
export function Editor({ store, draft: { published, edits, scheduled } }: Props) {
  const { t } = useTranslation('ownerMenu');
  const state = useValue(store.state);
  const [place, goTo] = usePlace();
  const [publishes, setPublishes] = useState(false);
  // Counts the attempts to publish. After the first, every missing value is marked.
  const [tries, setTries] = useState(0);
  const leadsTo = useRef<string>(undefined);
  const { tree, conflicts, history, saving, words } = state;
  const { changes, mistaken, draft } = useDraftValue(store, published, tries);
  if (tries > 0 && mistaken.size === 0) setTries(0);
  const dish = readOwn(tree.dishes, place.dish ?? '');
  const section = readOwn(tree.sections, place.section ?? '');
  const { view } = place;
  const isChosen = dish !== undefined || section !== undefined || view !== undefined;
  const go = useKeptList(place, isChosen, goTo);
  const handlePublish = () => {
    const [first] = mistaken.keys();
    if (first === undefined) return setPublishes(true);
    setTries(tries + 1);
    leadsTo.current = first;
    go(tree.dishes[first] ? { dish: first } : { section: first });
  };
  const shown = dish?.id ?? section?.id;
  const { form, handleOpen, handleLeave } = useFormFocus(shown, go);
  useShortcuts({
    undo: store.undo,
    redo: store.redo,
    publish: () => (changes.length > 0 || mistaken.size > 0) && handlePublish(),
    leave: (from) => form.current?.contains(from) && handleLeave(),
  });
  useFocusAfterClosing(view ?? shown);
  useEffect(() => {
    if (place.language !== undefined && shown !== undefined) focusEmpty(place.language);
  }, [place.language, shown]);
  useEffect(() => {
    if (leadsTo.current === undefined || leadsTo.current !== shown) return;
    leadsTo.current = undefined;
    focusMistake();
  });

  return (
    <DraftContext value={draft}>
      <Page>
        <Toolbar
          saving={saving}
          canUndo={history.done.length > 0}
          canRedo={history.undone.length > 0}
          changes={changes.length}
          mistakes={[...mistaken.values()].flat().length}
          view={view}
          onUndo={store.undo}
          onRedo={store.redo}
          onView={(next) => go(view === next ? {} : { view: next })}
          onPublish={handlePublish}
        />
        {saving === 'refused' && <Banner tone="danger">{t('refused', { msg: words })}</Banner>}
        <Scheduled scheduled={scheduled} />
        <OldDraft edits={edits} />
        <Conflicts conflicts={conflicts} onDecide={store.decide} />
        {view === 'history' && <HistoryView onBack={() => go({})} />}
        {view === 'files' && <FilesView store={store} onBack={() => go({})} />}
        {view === 'texts' && <MissingTextsView onBack={() => go({})} onGo={go} />}
        {view === undefined && (
          <Columns>
            <ListColumn $behind={isChosen}>
              <MenuList place={place} onGo={handleOpen} />
            </ListColumn>
            <Form ref={form} $behind={!isChosen}>
              {dish && <DishPage key={dish.id} dish={dish} onGo={go} />}
              {!dish && section && <SectionPage key={section.id} section={section} onGo={go} />}
              {!isChosen && <Overview changes={changes} />}
            </Form>
            {dish && <Preview dish={dish} />}
          </Columns>
        )}
        {publishes && <PublishSheet store={store} changes={changes} onClose={() => setPublishes(false)} />}
      </Page>
    </DraftContext>
  );
}

/** The draft for the list and the forms, with its unpublished changes and its mistakes. */
function useDraftValue(store: DraftStore, published: MenuTree, tries: number) {
  const { decimals, taxes } = useRestaurant();
  const { tree } = useValue(store.state);
  const { stationOrder, stations } = tree;
  const rules = useMemo(
    () => ({ decimals, taxes, stationOrder, stations }),
    [decimals, taxes, stationOrder, stations],
  );
  const changes = useMemo(
    () =>
      listChanges(
        diffTrees(published, tree),
        (list, id) => tree[list][id]?.name ?? published[list][id]?.name,
      ),
    [published, tree],
  );
  const mistaken = useMemo(() => findMistakes(tree, rules), [tree, rules]);
  const draft = useMemo(
    (): Draft => ({
      tree,
      published,
      rules,
      languages: listMenuLanguages(tree),
      edit: store.edit,
      findVersion: async () => await store.versionOf(tree),
      changedIds: new Set(changes.map(({ id }) => id)),
      mistaken: new Set(mistaken.keys()),
      tries,
    }),
    [tree, published, rules, store, changes, mistaken, tries],
  );
  return { changes, mistaken, draft };
}

/** Moves the focus into the open form, and back to its entry in the list. @param shown the id of the open entry */
function useFormFocus(shown: string | undefined, go: (place: Place) => void) {
  const form = useRef<HTMLDivElement>(null);
  const handleOpen = useCallback(
    (next: Place) => {
      go(next);
      // The entry is already open.
      if ((next.dish ?? next.section) === shown) form.current?.querySelector('h2')?.focus();
    },
    [go, shown],
  );
  const handleLeave = () => {
    const entry = document.getElementById(getEntryId(shown ?? ''));
    // On a phone the form covers the list.
    if (entry?.offsetParent) entry.focus();
    else go({});
  };
  return { form, handleOpen, handleLeave };
}

function Preview({ dish }: { dish: TreeDish }) {
  const { t } = useTranslation('ownerMenu');
  return (
    <PhoneColumn>
      <PhonePreview key={dish.id} dish={dish} legend={t('phone.title')} />
    </PhoneColumn>
  );
}

/** Moves the focus to the page if the form that had it was closed. @param open identifies the open form */
function useFocusAfterClosing(open: string | undefined): void {
  const opened = useRef(open);
  useEffect(() => {
    // The element with the focus was removed together with the closed form.
    if (opened.current !== open && document.activeElement === document.body)
      document.querySelector('main')?.focus({ preventScroll: true });
    opened.current = open;
  }, [open]);
}

/** On a phone, restores the list's scroll position and focuses the entry that was open. */
function useKeptList(place: Place, isChosen: boolean, go: (place: Place) => void): (place: Place) => void {
  const leftAt = useRef<number>(undefined);
  const before = useRef<string>(undefined);
  const { dish, section } = place;
  const id = dish ?? section;
  useLayoutEffect(() => {
    if (before.current !== undefined && !isChosen && leftAt.current !== undefined) {
      scrollTo({ top: leftAt.current, behavior: 'instant' });
      document.getElementById(getEntryId(before.current))?.focus({ preventScroll: true });
    }
    before.current = id;
  }, [id, isChosen]);
  return useCallback(
    (next: Place) => {
      if (id === undefined) leftAt.current = scrollY;
      go(next);
    },
    [id, go],
  );
}

/** In a text field or a dialog the browser handles undo. The draft must not change behind it. */
const ownKeys = 'input, textarea, select';
const layers = '[role=dialog], [role=alertdialog]';

interface Acts {
  undo(): void;
  redo(): void;
  publish(): unknown;
  /** @param from the element in which the key was pressed */
  leave(from: Element): unknown;
}

/**
 * Keyboard shortcuts. Ctrl+Z undoes, Ctrl+Shift+Z and Ctrl+Y redo, Ctrl+Enter publishes, also from a text field, and
 * Escape leaves a form.
 */
function useShortcuts(acts: Acts): void {
  const latest = useRef(acts);
  useEffect(() => {
    latest.current = acts;
  });
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      const { key, altKey, shiftKey, target } = event;
      const isControl = event.ctrlKey || event.metaKey;
      if (!(target instanceof Element) || altKey || event.isComposing || event.defaultPrevented) return;
      if (target.closest(layers)) return;
      if (key === 'Escape' && !isControl) return void latest.current.leave(target);
      const act = isControl && actOf(key.toLowerCase(), shiftKey);
      if (!act || (act !== 'publish' && target.closest(ownKeys))) return;
      event.preventDefault();
      latest.current[act]();
    };
    addEventListener('keydown', handleKey);
    return () => removeEventListener('keydown', handleKey);
  }, []);
}

function actOf(key: string, withShift: boolean): 'undo' | 'redo' | 'publish' | undefined {
  if (key === 'enter') return 'publish';
  if (key === 'y') return 'redo';
  if (key === 'z') return withShift ? 'redo' : 'undo';
  return undefined;
}

const Page = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${space.lg};
`;

const Columns = styled.div`
  display: grid;
  gap: ${space.xxl};
  align-items: start;

  ${up('lg')} {
    grid-template-columns: ${size.ownerList} minmax(0, 1fr);
  }
  ${up('xl')} {
    grid-template-columns: ${size.ownerList} minmax(0, 1fr) ${size.ownerPhone};
  }
`;

interface ColumnProps {
  /** True if the other column is shown on a phone. */
  readonly $behind: boolean;
}

/** Stays next to the form and scrolls independently. */
const ListColumn = styled.div<ColumnProps>`
  display: ${({ $behind }) => ($behind ? 'none' : 'block')};
  min-width: 0;

  ${up('lg')} {
    display: block;
    position: sticky;
    top: ${size.ownerTop};
    max-height: calc(100dvh - ${size.ownerTop});
    margin: -${space.xs};
    padding: ${space.xs};
    overflow-y: auto;
    overscroll-behavior: contain;
  }
`;

const Form = styled.div<ColumnProps>`
  display: ${({ $behind }) => ($behind ? 'none' : 'block')};
  min-width: 0;

  ${up('lg')} {
    display: block;
  }
`;

const PhoneColumn = styled.aside`
  display: none;

  ${up('xl')} {
    display: block;
    position: sticky;
    top: ${size.ownerTop};
    max-height: calc(100dvh - ${size.ownerTop});
    overflow-y: auto;
    overscroll-behavior: contain;
  }
`;
