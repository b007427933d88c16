import { expect, test } from 'vitest';
import { changeCrop, middle, calculateSquare } from '#staff/owner/menu/picture/crop.ts';

const wide = { width: 400, height: 200 };

test('a wide picture is cropped to its middle', () => {
  expect(calculateSquare(wide, middle)).toEqual({ left: 100, top: 0, side: 200 });
});

test('the crop moves as far as the edge, and returns with the first step', () => {
  const atEdge = changeCrop(wide, middle, { x: 5 });
  expect(calculateSquare(wide, atEdge)).toEqual({ left: 200, top: 0, side: 200 });
  expect(calculateSquare(wide, changeCrop(wide, atEdge, { x: atEdge.x - 0.1 })).left).toBeCloseTo(160);
});

test('zooming in makes a smaller square around the same place, never beyond the picture', () => {
  const near = changeCrop(wide, middle, { zoom: 2 });
  expect(calculateSquare(wide, near)).toEqual({ left: 150, top: 50, side: 100 });
  expect(calculateSquare(wide, changeCrop(wide, { ...near, x: 0.125 }, { zoom: 1 })).left).toBe(0);
});
