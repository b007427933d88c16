import { useEffect, useState } from 'react';

/** The id of the last section whose head has passed under the sticky header; at the page's end the last one. */
export function useScrollSpy(ids: readonly string[], headerHeight: () => number): string | undefined {
  const [current, setCurrent] = useState<string>();

  useEffect(() => {
    let frame = 0;
    const look = () => {
      frame = 0;
      const line = headerHeight() + 8;
      const passed = ids.filter((id) => {
        const section = document.getElementById(id);
        return section !== null && section.getBoundingClientRect().top <= line;
      });
      const { scrollHeight, clientHeight, scrollTop } = document.documentElement;
      const atEnd = scrollTop > 0 && scrollTop + clientHeight >= scrollHeight - 2;
      setCurrent(atEnd ? ids.at(-1) : (passed.at(-1) ?? ids[0]));
    };
    const handleScroll = () => {
      frame ||= requestAnimationFrame(look);
    };
    look();
    addEventListener('scroll', handleScroll, { passive: true });
    return () => {
      removeEventListener('scroll', handleScroll);
      cancelAnimationFrame(frame);
    };
  }, [ids, headerHeight]);

  return current ?? ids[0];
}
