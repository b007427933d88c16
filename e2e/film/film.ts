import type { Page } from '@playwright/test';
import { rollCamera, type Camera } from './camera.ts';
import { atRest } from '../support/screen/at-rest.ts';

/** ms between two pictures while they are taken, and in the film: two phones on one computer are slower than at a table. */
const step = { taken: 125, shown: 80 } as const;
/** ms that nothing may move within a scene; a longer wait is cut. */
const stillest = 320;
const defaultHold = 800;
/** ms of the whole film: on a busy computer what moves is shown faster. */
const longest = 40_000;

/** A still picture of the film: what each phone shows, and for how long (ms). */
export interface Shot {
  readonly screens: readonly Buffer[];
  readonly scene: Scene;
  readonly duration: number;
}

interface Setting {
  /** ms that the last picture stands, so that it can be read. */
  readonly hold?: number;
  /** The phone without a network, by its place. */
  readonly cutOff?: number;
  /** Its last picture stands for the film where nothing may move. */
  readonly poster?: boolean;
}

export interface Scene extends Setting {
  readonly caption: string;
}

interface Recorded extends Scene {
  readonly from: number;
  /** From then on everything only comes to rest. */
  readonly done: number;
  readonly to: number;
}

/** Phones side by side, filmed scene by scene; what happens between two scenes isn't seen. */
export class Film {
  private readonly scenes: Recorded[] = [];

  private constructor(
    private readonly pages: readonly Page[],
    private readonly cameras: readonly Camera[],
  ) {}

  static async of(pages: readonly Page[]): Promise<Film> {
    return new Film(pages, await Promise.all(pages.map((page) => rollCamera(page, step.taken))));
  }

  /** One scene, until everything has come to rest. */
  async scene(caption: string, action: () => Promise<void>, setting: Setting = {}): Promise<void> {
    const from = Date.now();
    await action();
    const done = Date.now();
    await atRest(...this.pages);
    this.scenes.push({ caption, ...setting, from, done, to: Date.now() });
  }

  /** Ends the recording. */
  async cut(): Promise<readonly Shot[]> {
    await Promise.all(this.cameras.map((camera) => camera.stop()));
    const takes = this.scenes.map((scene) => this.shotsOf(scene));
    const held = lengthOf(takes.map((shots) => shots.at(-1)!));
    const moving = lengthOf(takes.flat()) - held;
    const pace = Math.min(1, (longest - held) / moving);
    return takes.flatMap((shots) => quickened(shots, pace));
  }

  private shotsOf({ from, done, to, ...scene }: Recorded): Shot[] {
    const shots: Shot[] = [];
    for (let time = from; time <= to; time += step.taken) {
      const screens = this.cameras.map((camera) => camera.at(time));
      const last = shots.at(-1);
      if (last?.screens.every((screen, place) => screen.equals(screens[place]!)))
        shots[shots.length - 1] = {
          ...last,
          duration: time > done ? last.duration : Math.min(last.duration + step.shown, stillest),
        };
      else shots.push({ screens, scene, duration: step.shown });
    }
    const end = shots.at(-1)!;
    return [...shots.slice(0, -1), { ...end, duration: scene.hold ?? defaultHold }];
  }
}

function lengthOf(shots: readonly Shot[]): number {
  return shots.reduce((sum, { duration }) => sum + duration, 0);
}

/** All but the last, which is held, take less time; what would hardly be seen is left out. */
function quickened(shots: readonly Shot[], pace: number): Shot[] {
  const kept: Shot[] = [];
  let duration = 0;
  for (const shot of shots.slice(0, -1)) {
    duration += shot.duration * pace;
    if (duration < step.shown * 0.75) continue;
    kept.push({ ...shot, duration: Math.round(duration) });
    duration = 0;
  }
  return [...kept, shots.at(-1)!];
}
