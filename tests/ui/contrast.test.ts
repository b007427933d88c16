import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeContrast, readable, visible } from '#ui/theme/contrast.ts';
import { createTheme, palette, type AppTheme } from '#ui/theme/theme.ts';
import { forAll } from '#tests/properties/for-all.ts';

const schemes = ['light', 'dark'] as const;
const anyColour = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`);

function listBackgrounds({ colour }: AppTheme): string[] {
  return [colour.page, colour.surface, colour.raised, colour.sunken];
}

describe('the theme of any merchant colour', () => {
  it('knows the contrast of WCAG', () => {
    expect(computeContrast('#000', '#ffffff')).toBeCloseTo(21, 5);
    expect(computeContrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  });

  it.each(schemes)('can be read on the accent and as the accent (%s)', (scheme) => {
    forAll(anyColour, (merchantColour) => {
      const theme = createTheme(scheme, merchantColour);
      const { accent, onAccent, accentText, accentSoft } = theme.colour;
      expect(computeContrast(onAccent, accent)).toBeGreaterThanOrEqual(readable);
      for (const ground of [...listBackgrounds(theme), accentSoft])
        expect(computeContrast(accentText, ground)).toBeGreaterThanOrEqual(readable);
    });
  });

  it.each(schemes)('is readable everywhere else, too (%s)', (scheme) => {
    const theme = createTheme(scheme);
    const { colour } = theme;
    for (const ground of listBackgrounds(theme)) {
      for (const text of [colour.text, colour.textMuted, colour.danger, colour.success, colour.warning])
        expect(computeContrast(text, ground)).toBeGreaterThanOrEqual(readable);
      expect(computeContrast(colour.outline, ground)).toBeGreaterThanOrEqual(visible);
    }
    for (const drawn of [palette.ink, palette.white].slice(0, scheme === 'light' ? 1 : 2))
      expect(
        computeContrast(drawn, colour.plate),
        'drawings on the ground of pictures',
      ).toBeGreaterThanOrEqual(visible);
    for (const [text, ground] of [
      [colour.danger, colour.dangerSoft],
      [colour.success, colour.successSoft],
      [colour.warning, colour.warningSoft],
      [colour.onDanger, colour.danger],
      [colour.onToast, colour.toast],
    ] as const)
      expect(computeContrast(text, ground)).toBeGreaterThanOrEqual(readable);
  });

  it.each(schemes)('is readable for every diner’s initial and name (%s)', (scheme) => {
    const theme = createTheme(scheme);
    for (const { fill, onFill, text } of theme.diners) {
      expect(computeContrast(onFill, fill)).toBeGreaterThanOrEqual(readable);
      for (const ground of listBackgrounds(theme))
        expect(computeContrast(text, ground)).toBeGreaterThanOrEqual(readable);
    }
  });

  // CU7, CL2
  it('uses the default for an invalid colour', () => {
    expect(createTheme('light', 'orange')).toEqual(createTheme('light', '#f6821f'));
  });
});
