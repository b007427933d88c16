import { applyRecipe } from '#staff/owner/menu/draft/apply-recipe.ts';
import { applyEdits, type Edit } from '#contract/menu-file/edits.ts';
import { describe, expect, test } from 'vitest';
import { changeDish, removeDish, removeSection } from '#staff/owner/menu/draft/acts.ts';
import type { Reading, Writing } from '#staff/owner/menu/draft/draft-state.ts';
import { createDraftStore, type DraftPorts } from '#staff/owner/menu/draft/draft-store.ts';
import { changePrice, createSmallMenu } from './small-menu.ts';

/** A draft on a server that others may change, and a page that edits it, with a clock that the test moves. */
function page(stored: readonly Edit[] = []) {
  const server = { version: 1, tree: createSmallMenu(), isDown: false };
  const memory = { stored, now: 0, givenUp: [] as string[] };
  const due: { at: number; run: () => void }[] = [];
  const createReading = (): Reading => ({
    version: server.version,
    draftVersion: server.version,
    tree: server.tree,
    conflicts: [],
    byOf: () => 'Mei',
  });
  const ports: DraftPorts = {
    write: (portions, version): Promise<Writing> => {
      if (server.isDown) return Promise.resolve({ kind: 'offline' });
      if (version !== server.version) return Promise.resolve({ kind: 'stale', reading: createReading() });
      server.tree = applyEdits(server.tree, portions.flat());
      server.version += 1;
      return Promise.resolve({ kind: 'saved', version: server.version, draftVersion: server.version });
    },
    giveUp: ({ path }) => void memory.givenUp.push(path.join('.')),
    keep: (edits) => void (memory.stored = edits),
    now: () => memory.now,
    later: (ms, run) => {
      const timer = { at: memory.now + ms, run };
      due.push(timer);
      return () => due.splice(0, due.length, ...due.filter((each) => each !== timer));
    },
  };
  const store = createDraftStore(createReading(), stored, ports);
  return {
    server,
    memory,
    store,
    createReading,
    get state() {
      return store.state.value;
    },
    others(recipe: Parameters<typeof applyRecipe<typeof server.tree>>[1]) {
      [server.tree] = applyRecipe(server.tree, recipe);
      server.version += 1;
    },
    async pass(ms: number) {
      memory.now += ms;
      for (const timer of due.splice(0).sort((a, b) => a.at - b.at))
        if (timer.at <= memory.now) timer.run();
        else due.push(timer);
      for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
    },
  };
}

describe('a draft', () => {
  test('shows a change at once, and has it on the server after a pause', async () => {
    const at = page();
    at.store.edit(changePrice('beef', '13.00'));
    expect(at.state.tree.dishes['beef']!.price).toBe('13.00');
    expect(at.server.tree.dishes['beef']!.price).toBe('12.50');
    await at.pass(1_000);
    expect(at.server.tree.dishes['beef']!.price).toBe('13.00');
    expect(at.state.saving).toBe('saved');
    expect(at.memory.stored).toEqual([]);
  });

  test('survives a broken connection: on this page and on a reloaded one', async () => {
    const first = page();
    first.server.isDown = true;
    first.store.edit(changePrice('beef', '13.00'));
    await first.pass(1_000);
    expect(first.state.saving).toBe('offline');
    const second = page(first.memory.stored);
    expect(second.state.tree.dishes['beef']!.price).toBe('13.00');
    await second.pass(0);
    expect(second.server.tree.dishes['beef']!.price).toBe('13.00');
    first.server.isDown = false;
    first.store.tryAgain();
    await first.pass(0);
    expect(first.state.saving).toBe('saved');
  });

  test('is applied on top of earlier changes of others', async () => {
    const at = page();
    at.store.edit(changePrice('beef', '13.00'));
    at.others(changePrice('tea', '4.00'));
    await at.pass(1_000);
    expect(at.server.tree.dishes['beef']!.price).toBe('13.00');
    expect(at.state.tree.dishes['tea']!.price).toBe('4.00');
    expect(at.state.conflicts).toEqual([]);
  });

  test('names conflicts, and accepts either value', async () => {
    for (const takes of ['mine', 'theirs'] as const) {
      const at = page();
      at.store.edit(changePrice('beef', '13.00'));
      at.others(changePrice('beef', '14.00'));
      await at.pass(1_000);
      const [conflict] = at.state.conflicts;
      expect(conflict).toMatchObject({ mine: '13.00', theirs: '14.00' });
      at.store.decide(conflict!, takes);
      await at.pass(1_000);
      expect(at.state.conflicts).toEqual([]);
      expect(at.server.tree.dishes['beef']!.price).toBe(takes === 'mine' ? '13.00' : '14.00');
    }
  });

  test('restores a dish that others removed while it was changed here', async () => {
    const at = page();
    at.store.edit(changePrice('beef', '13.00'));
    at.others(removeDish('beef'));
    at.store.receive(at.createReading());
    at.store.decide(at.state.conflicts[0]!, 'mine');
    await at.pass(1_000);
    expect(at.server.tree.dishes['beef']!.price).toBe('13.00');
    expect(Object.values(at.server.tree.sections).flatMap(({ dishes }) => dishes)).toContain('beef');
  });
});

describe('lists conflicts between the draft and the published menu', () => {
  const crossing = { path: ['dishes', 'beef', 'price'], mine: '13.00', theirs: '14.00', by: 'Mei' };

  test('that are shown as long as the server reports them', () => {
    const at = page();
    const reading = { ...at.createReading(), version: 2, conflicts: [{ ...crossing, isOfDraft: true }] };
    at.store.receive(reading);
    expect(at.state.conflicts).toHaveLength(1);
    at.store.receive({ ...reading, version: 3, conflicts: [] });
    expect(at.state.conflicts).toEqual([]);
  });

  test('that are left as published, or overwritten', async () => {
    for (const takes of ['mine', 'theirs'] as const) {
      const at = page();
      at.others(changePrice('beef', '14.00'));
      at.store.receive({ ...at.createReading(), conflicts: [{ ...crossing, isOfDraft: true }] });
      at.store.decide(at.state.conflicts[0]!, takes);
      await at.pass(1_000);
      expect(at.server.tree.dishes['beef']!.price).toBe(takes === 'mine' ? '13.00' : '14.00');
      expect(at.memory.givenUp).toEqual(takes === 'mine' ? [] : ['dishes.beef.price']);
    }
  });
});

describe('undo', () => {
  test('reverts step by step, and repeats', () => {
    const at = page();
    at.store.edit(changePrice('beef', '13.00'));
    at.memory.now += 5_000;
    at.store.edit(removeSection('drinks'));
    at.store.undo();
    expect(at.state.tree.dishes['tea']!.price).toBe('3.00');
    at.store.undo();
    expect(at.state.tree).toEqual(createSmallMenu());
    at.store.redo();
    at.store.redo();
    expect(at.state.tree.sections).not.toHaveProperty('drinks');
    expect(at.state.tree.dishes['beef']!.price).toBe('13.00');
  });

  test('reverts a typed word as one', () => {
    const at = page();
    for (const text of ['B', 'Be', 'Bee', 'Beef']) {
      at.memory.now += 200;
      at.store.edit(changeDish('beef', (draft) => void (draft.name['en-US'] = text)));
    }
    at.store.undo();
    expect(at.state.tree.dishes['beef']!.name['en-US']).toBe('beef');
    expect(at.state.history.done).toEqual([]);
  });

  test('keeps what others have changed since', async () => {
    const at = page();
    at.store.edit(changePrice('beef', '13.00'));
    await at.pass(1_000);
    at.store.edit(changePrice('cold', '9.00'));
    await at.pass(5_000);
    at.others(changePrice('cold', '9.50'));
    at.store.receive(at.createReading());
    at.store.undo();
    expect(at.state.tree.dishes['cold']!.price, 'theirs').toBe('9.50');
    expect(at.state.tree.dishes['beef']!.price, 'the step before it').toBe('12.50');
  });

  test('ends when a new change is made', () => {
    const at = page();
    at.store.edit(changePrice('beef', '13.00'));
    at.store.undo();
    at.store.edit(changePrice('tea', '4.00'));
    at.store.redo();
    expect(at.state.tree.dishes['beef']!.price).toBe('12.50');
  });
});

// CX24
describe('publishing', () => {
  test('publishes the version on screen, with what was typed just before', async () => {
    const at = page();
    at.store.edit(changePrice('beef', '13.00'));
    expect(await at.store.versionOf(at.state.tree)).toEqual({ kind: 'seen', draftVersion: 2 });
    expect(at.server.tree.dishes['beef']!.price).toBe('13.00');
  });

  test('excludes what another person has put into the draft since', async () => {
    const at = page();
    const seen = at.state.tree;
    at.others(changePrice('cold', '9.50'));
    at.store.receive(at.createReading());
    expect(await at.store.versionOf(seen)).toEqual({ kind: 'newer' });
    expect(await at.store.versionOf(at.state.tree), 'once it was looked at').toEqual({
      kind: 'seen',
      draftVersion: 2,
    });
  });

  test('excludes what only this device has', async () => {
    const at = page();
    at.server.isDown = true;
    at.store.edit(changePrice('beef', '13.00'));
    expect(await at.store.versionOf(at.state.tree)).toEqual({ kind: 'unsaved' });
  });
});
