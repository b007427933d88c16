/**
 * Films phones next to each other, scene by scene. The time between two scenes is not shown. Playwright delivers the
 * frames of each phone, a page draws the frame around the screens, and ffmpeg combines them.
 *
 * The film runs at the speed of the recording. Pauses in which nothing moves are shortened.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { defaultMerchantColour, palette } from '#ui/theme/theme.ts';
import { waitForRest } from '../support/screen/at-rest.ts';

/** Size and place of the phones' screens, and the distance between their left edges, px. */
const screen = { width: 390, height: 844, left: 57, top: 76, apart: 458 } as const;
/** The whole picture, px. */
const picture = { width: 962, height: 1024 } as const;
/** The longest pause without movement in a scene, ms. */
const stillest = 320;
/** The longest film, ms. A recording from a busy computer is sped up to fit. */
const longest = 40_000;
const framesPerSecond = 10;

interface Frame {
  /** The time in the recording, ms. */
  readonly at: number;
  readonly jpeg: Buffer;
}

interface Scene {
  readonly caption: string;
  /** How long the last picture of the scene is shown, ms. */
  readonly hold: number;
  /** The diner whose phone has no network. */
  readonly offline?: string;
  /** Its last picture is the still image of the film. */
  readonly poster?: boolean;
}

export class Film {
  private readonly scenes: (Scene & { from: number; to: number })[] = [];
  private readonly phones: { readonly diner: string; readonly page: Page; readonly frames: Frame[] }[] = [];

  /** Starts to film this phone. A ring marks each tap. */
  async roll(diner: string, page: Page): Promise<void> {
    const first = { at: 0, jpeg: await page.screenshot({ type: 'jpeg', quality: 95 }) };
    const frames: Frame[] = [first];
    this.phones.push({ diner, page, frames });
    await page.screencast.start({
      size: { width: screen.width, height: screen.height },
      quality: 95,
      onFrame: ({ data, timestamp }) => void frames.push({ at: Math.round(timestamp), jpeg: data }),
    });
    const point = `width: 44px; height: 44px; border-radius: 50%; border: 4px solid ${defaultMerchantColour};
      background: ${defaultMerchantColour}66`;
    await page.screencast.showActions({ cursor: 'none', style: { point, title: 'display: none' } });
  }

  /** Films a scene until nothing moves any more. */
  async scene(caption: string, action: () => Promise<unknown>, setting: Partial<Scene> = {}) {
    const from = Date.now();
    await action();
    await waitForRest(...this.phones.map(({ page }) => page));
    this.scenes.push({ caption, hold: 800, ...setting, from, to: Date.now() });
  }

  /** Writes the film, an endless animated WebP, and its poster. */
  async develop(film: string, poster: string): Promise<void> {
    const folder = mkdtempSync(join(tmpdir(), 'film-'));
    const shots: { readonly files: readonly string[]; readonly ms: number; readonly scene: Scene }[] = [];
    for (const [index, scene] of this.scenes.entries()) {
      const surround = `scene-${index}.png`;
      writeFileSync(join(folder, surround), await this.drawSurround(scene));
      const changes = this.phones.flatMap(({ frames }) => frames.map(({ at }) => at));
      const within = new Set(changes.filter((at) => at > scene.from && at < scene.to));
      const times = [scene.from, ...[...within].sort((a, b) => a - b), scene.to];
      for (const [turn, time] of times.entries()) {
        const files = [surround, ...this.phones.map((phone) => this.frameAt(phone, time, folder))];
        shots.push({ files, ms: Math.min((times[turn + 1] ?? time) - time, stillest), scene });
      }
    }
    const held = this.scenes.reduce((sum, { hold }) => sum + hold, 0);
    const pace = Math.min(1, (longest - held) / shots.reduce((sum, { ms }) => sum + ms, 0));
    /** The input lists for ffmpeg: first the frame around the screens, then each phone. */
    const lists = ['', ...this.phones].map(() => [] as string[]);
    let length = 0;
    let posterAt = 0;
    for (const { files, ms, scene } of shots) {
      // The last picture of a scene is shown for `hold`.
      const seconds = (ms === 0 ? scene.hold : ms * pace) / 1_000;
      for (const [place, file] of files.entries())
        lists[place]!.push(`file ${file}\nduration ${seconds.toFixed(4)}`);
      length += seconds;
      if (scene.poster) posterAt = length - 0.2;
    }
    const inputs = lists.flatMap((list, place) => {
      const path = join(folder, `${place}.txt`);
      // ffmpeg ignores the duration of the last entry, so the last picture is listed twice.
      writeFileSync(path, [...list, list.at(-1)!.split('\n', 1)[0]].join('\n'));
      return ['-f', 'concat', '-i', path];
    });
    const { left, top, apart } = screen;
    // Frames may be a pixel narrower than the screen.
    const fit = `scale=${screen.width}:${screen.height}`;
    const filters = `[1]fps=${framesPerSecond},${fit},pad=${picture.width}:${picture.height}:${left}:${top}[first];
      [2]${fit}[second];[first][second]overlay=${left + apart}:${top}[both];[both][0]overlay,split[film][still]`;
    const createWebpArgs = (quality: number) => ['-c:v', 'libwebp_anim', '-quality', String(quality), '-y'];
    try {
      const toFilm = ['-map', '[film]', '-loop', '0', ...createWebpArgs(75), film];
      const toPoster = [
        '-map',
        '[still]',
        '-ss',
        String(posterAt),
        '-frames:v',
        '1',
        ...createWebpArgs(80),
        poster,
      ];
      const combined = ['-v', 'error', ...inputs, '-filter_complex', filters];
      execFileSync('ffmpeg', [...combined, ...toFilm, ...toPoster]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  }

  /** Writes the phone's frame at a moment into a file. Returns the file's name. */
  private frameAt({ diner, frames }: (typeof this.phones)[number], time: number, folder: string): string {
    const index = Math.max(
      0,
      frames.findLastIndex(({ at }) => at <= time),
    );
    const name = `${diner}-${index}.jpg`;
    writeFileSync(join(folder, name), frames[index]!.jpeg);
    return name;
  }

  /** Draws the background with a hole for each screen, the diners' names, and the caption. */
  private async drawSurround({ caption, offline }: Scene): Promise<Buffer> {
    const page = await this.phones[0]!.page.context().browser()!.newPage({ viewport: picture });
    const phones = this.phones.map(
      ({ diner }) =>
        `<section><b>${diner} <i>${diner === offline ? 'no network' : ''}</i></b><div></div></section>`,
    );
    // The shadow of each phone draws the background of its half.
    await page.setContent(`<style>
      body { margin: 0; display: flex; flex-wrap: wrap; height: 100vh; font: 700 25px system-ui;
        color: ${palette.ink}; text-align: center; }
      section { position: relative; width: 50%; height: 932px; overflow: hidden; }
      section b { position: absolute; z-index: 1; inset: 18px 0 auto; }
      section:first-child div, section:first-child b { margin-left: ${screen.left - 12}px; }
      section div { width: ${screen.width}px; height: ${screen.height}px; margin: ${screen.top - 12}px 0 0 ${screen.left + screen.apart - picture.width / 2 - 12}px;
        border: 12px solid ${palette.walnut}; border-radius: 56px; box-shadow: 0 0 0 200px ${palette.paperShade}; }
      i { color: ${palette.chilli}; font-weight: 400; font-style: normal; }
      p { width: 100%; height: 92px; line-height: 80px; margin: 0; background: ${palette.paperShade}; }
      </style>${phones.join('')}<p>${caption}</p>`);
    const png = await page.screenshot({ omitBackground: true });
    await page.close();
    return png;
  }
}
