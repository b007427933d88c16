/** Reads fields of answers whose shape is unknown. */
import { findList } from './lists.ts';

export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Applies a function to objects only. */
export const changeFields =
  (change: (from: Fields) => unknown) =>
  (data: unknown): unknown =>
    isFields(data) ? change(data) : data;

/** Returns the first of these fields that exists. */
export const findFirstField = (from: Fields, names: readonly string[]): unknown =>
  names.map((name) => from[name]).find((value) => value !== undefined && value !== null);

export function mapList(value: unknown, change: (each: unknown) => unknown): unknown {
  return findList(value)?.list.map((each) => change(each)) ?? value;
}

export const isFlag = (value: unknown): boolean =>
  typeof value === 'boolean' || [0, 1, '0', '1', 'true', 'false'].includes(value as string);

/** Reads yes or no in any spelling, or returns undefined. */
export const readFlag = (value: unknown): boolean | undefined =>
  isFlag(value) ? [true, 1, '1', 'true'].includes(value as string) : undefined;
