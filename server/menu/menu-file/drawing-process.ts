/** The process that `draw-apart.ts` starts: draws one picture, sends it back and ends. */
import type { DrawJob } from './draw-in-process.ts';
import { drawUpload } from './draw-dish.ts';

process.once('message', ({ bytes, square }: DrawJob) => {
  void drawUpload(bytes, square).then((drawn) => process.send!(drawn, () => process.disconnect()));
});
// Nobody waits for the picture any more. An orderly exit would wait for the decoder.
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
