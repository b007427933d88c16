import { useEffect, useState } from 'react';
import { useThemeChoice } from '#src/theme/theme-choice.ts';

/**
 * True once the browser has laid out all that is `listed`, until something else is listed or its heights change with the
 * width or the text's size. From then on what is out of sight can be skipped: its height is known.
 */
export function useLaidOut(listed: unknown): boolean {
  const { textSize } = useThemeChoice();
  const width = useWidth();
  const [laidOut, setLaidOut] = useState<readonly unknown[]>([]);

  useEffect(() => {
    // The browser notes heights after the layout of a frame: the next one knows them.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => setLaidOut([listed, textSize, width]));
    });
    return () => cancelAnimationFrame(frame);
  }, [listed, textSize, width]);

  return [listed, textSize, width].every((each, n) => each === laidOut[n]);
}

/** The page's width, px. */
function useWidth(): number {
  const [width, setWidth] = useState(innerWidth);
  useEffect(() => {
    const handleResize = () => setWidth(innerWidth);
    addEventListener('resize', handleResize);
    return () => removeEventListener('resize', handleResize);
  }, []);
  return width;
}
