/** What the phones' own screens don't show: the code on the table, and the finger. */
import type { Page } from '@playwright/test';
import { renderSVG } from 'uqr';
import { defaultMerchantColour, palette } from '#src/kit/theme/theme.ts';

/** The phone's camera looks at the card on the table. */
export async function showCodeInCamera(page: Page, address: string): Promise<void> {
  const code = renderSVG(address, { ecc: 'M', border: 1, blackColor: palette.inkDeep });
  await page.setContent(`<meta name="viewport" content="width=device-width"><style>
    html { height: 100%; background: ${palette.clay}; }
    body { margin: 0; height: 100%; display: grid; place-items: center; font: 700 22px system-ui;
      background: radial-gradient(circle at 30% 20%, transparent, ${palette.inkDeep} 120%); }
    main { width: 220px; padding: 28px; text-align: center; rotate: -4deg; background: ${palette.paperBright};
      color: ${palette.ink}; border-radius: 20px; box-shadow: ${palette.shadowDeep}; }
    svg { display: block; width: 220px; margin-bottom: 16px; }
    i { position: fixed; inset: 250px 45px; border: 4px solid ${palette.white}; border-radius: 36px;
      mask: conic-gradient(#000 0 0) 0 0/56px 56px no-repeat, conic-gradient(#000 0 0) 100% 0/56px 56px no-repeat,
        conic-gradient(#000 0 0) 0 100%/56px 56px no-repeat, conic-gradient(#000 0 0) 100% 100%/56px 56px no-repeat; }
  </style><main>${code}Table 1</main><i></i>`);
}

/**
 * From the next page on, a ring shows where the finger taps, and the caret doesn't blink. A dot that nobody sees changes
 * all the time: else the browser may keep the last picture of a movement to itself.
 */
export async function showTaps(page: Page): Promise<void> {
  await page.addInitScript((ring) => {
    const dot = document.createElement('i');
    dot.style.cssText =
      'position:fixed;inset:0 auto auto 0;width:1px;height:1px;background:#000;pointer-events:none';
    setInterval(() => {
      if (!dot.isConnected) document.documentElement.append(dot);
      dot.style.opacity = dot.style.opacity === '0.001' ? '0.002' : '0.001';
    }, 100);
    addEventListener(
      'pointerdown',
      ({ clientX, clientY }) => {
        document.documentElement.style.caretColor = 'transparent';
        const mark = document.createElement('i');
        mark.style.cssText = `position:fixed;left:${clientX - 26}px;top:${clientY - 26}px;width:52px;height:52px;
          box-sizing:border-box;border:4px solid ${ring};background:${ring}66;border-radius:50%;z-index:1000;
          pointer-events:none`;
        document.documentElement.append(mark);
        mark.animate({ scale: [0.7, 1.1], opacity: [1, 0.9, 0] }, 700).onfinish = () => mark.remove();
      },
      true,
    );
  }, defaultMerchantColour);
}
