import type { Device } from '../../phones/device.ts';
import { dinersStep } from '../../plan/diners-steps.ts';
import type { HandStep } from './actions.ts';

/** ms between two taps of one diner. */
const gap = { least: 900, most: 4_500 } as const;

/** The diners tap as in the tests' plans, each in a time of their own. */
export class ByThemselves {
  /** Which start the ticks belong to; the ones of an earlier one stop. */
  private start = 0;
  private on = false;

  constructor(
    private readonly devices: readonly Device[],
    private readonly tap: (device: Device, step: HandStep) => void,
  ) {}

  get isOn(): boolean {
    return this.on;
  }

  turn(on: boolean): void {
    if (on === this.on) return;
    this.on = on;
    this.start += 1;
    if (!on) return;
    for (const device of this.devices) {
      const random = device.random.fork(`hand ${this.start}`);
      const { clock } = device.setting.world;
      const { start } = this;
      const next = () =>
        clock.after(random.between(gap.least, gap.most), () => {
          if (this.start !== start) return;
          this.tap(device, dinersStep(random) as HandStep);
          next();
        });
      next();
    }
  }
}
