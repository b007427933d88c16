import { expect, test, vi } from 'vitest';
import { runAfterFrame } from '#ui/timing/run-after-frame.ts';
import { frameMs, installFrames, withFrames } from '../frames.ts';

installFrames();

test('work waits for the next frame, and further work in it does not wait again', () => {
  const done: string[] = [];
  runAfterFrame(() => {
    done.push('first');
    runAfterFrame(() => done.push('within'));
    done.push('first is over');
  });
  runAfterFrame(() => done.push('second'));
  expect(done).toEqual([]);
  vi.advanceTimersByTime(frameMs + 1);
  expect(done).toEqual(['first', 'within', 'first is over', 'second']);
});

test('a hidden page has no frame to wait for', () => {
  withFrames('hidden');
  const work = vi.fn();
  runAfterFrame(work);
  expect(work).toHaveBeenCalledTimes(1);
});

test('failing work stops no other', () => {
  const work = vi.fn();
  runAfterFrame(() => {
    throw new Error('broken');
  });
  runAfterFrame(work);
  expect(() => vi.advanceTimersByTime(frameMs + 1)).toThrow('broken');
  vi.advanceTimersByTime(frameMs + 1);
  expect(work).toHaveBeenCalledTimes(1);
  const later = vi.fn();
  runAfterFrame(later);
  expect(later).not.toHaveBeenCalled();
});
