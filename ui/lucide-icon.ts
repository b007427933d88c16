import { createElement, type ComponentProps } from 'react';

/** The format of Lucide's icon files. */
interface IconData {
  readonly node: readonly (readonly [tag: string, attributes: Readonly<Record<string, string>>])[];
}

/**
 * Replaces Lucide's function of this name (see `vite.config.ts`). Lucide's own calculates size, colour and stroke of an icon
 * in every render and takes 2 kB gzip. Here the theme sets them, and the shapes are created only once.
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
