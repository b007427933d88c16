import { describe, expect, test } from 'vitest';
import { mergeSettings, mergeList } from '#staff/owner/settings/unsaved-form.ts';

describe('settings that another person saves while one is typing', () => {
  const before = { name: { 'en-US': 'Corner', 'zh-TW': '街角' }, tax: '5', tips: ['10'] };

  test('are used where nothing was typed, down to the language', () => {
    const typed = { ...before, name: { ...before.name, 'zh-TW': '街角麵館' } };
    const theirs = { name: { 'en-US': 'The Corner', 'zh-TW': '角落' }, tax: '8', tips: ['12'] };
    expect(mergeSettings(before, typed, theirs)).toEqual({
      name: { 'en-US': 'The Corner', 'zh-TW': '街角麵館' },
      tax: '8',
      tips: ['12'],
    });
  });

  test('leave emptied fields empty', () => {
    expect(mergeSettings(before, { ...before, tax: '', tips: [] }, { ...before, tax: '8' })).toEqual({
      ...before,
      tax: '',
      tips: [],
    });
  });
});

describe('tables that another person saves while one is typing', () => {
  const createTable = (id: string, name = id) => ({ key: id, id, name, qrcode: id });
  const before = [createTable('1'), createTable('2'), createTable('3')];
  const added = { key: 'new', name: '4' };

  test('are added and removed; those named, added and removed here stay so', () => {
    const typed = [createTable('1', 'Window'), createTable('2'), added];
    const theirs = [createTable('1', 'Door'), createTable('3'), createTable('5')];
    expect(mergeList(before, typed, theirs)).toEqual([createTable('1', 'Window'), createTable('5'), added]);
  });

  test('contain a new one once, when it is saved', () => {
    const sent = [...before, added];
    const theirs = [...before, createTable('9', '4')];
    expect(mergeList(sent, [...sent, { key: 'newer', name: '5' }], theirs)).toEqual([
      ...theirs,
      { key: 'newer', name: '5' },
    ]);
  });

  test('keep a new table’s name, and its removal, made while it was being saved', () => {
    const other = { key: 'other', name: '5' };
    const theirs = [...before, createTable('9', '4'), createTable('10', '5')];
    const typed = [...before, { ...added, name: 'Terrace' }];
    expect(mergeList([...before, added, other], typed, theirs)).toEqual([
      ...before,
      createTable('9', 'Terrace'),
    ]);
  });
});
