import { createElement, type ComponentProps } from 'react';

/** As Lucide's own files have it. */
interface IconData {
  readonly node: readonly (readonly [tag: string, attributes: Readonly<Record<string, string>>])[];
}

/**
 * What Lucide's icons are made with (`vite.config.ts` puts it there): theirs reckons with sizes, colours and strokes of
 * each icon, in every render and in 2 kB gzip. Here these are the theme's, and what is drawn never renders again.
 */
export default function createIcon({ node }: IconData) {
  const shapes = node.map(([tag, attributes]) => createElement(tag, attributes));
  return function Icon({ className = '', ...rest }: ComponentProps<'svg'>) {
    return createElement(
      'svg',
      {
        width: 24,
        height: 24,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        'aria-hidden': true,
        ...rest,
        className: `lucide ${className}`,
      },
      shapes,
    );
  };
}
