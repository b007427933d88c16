/** Attacks with a stolen tablet of the restaurant that is still logged in. */
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { nanoid } from 'nanoid';
import { discardMenuDraft, editMenuDraft, getMenuDraft } from '#contract/calls/menu-draft.ts';
import { uploadPicture } from '#contract/calls/menu-picture.ts';
import { orderAtTable } from '#contract/calls/service.ts';
import { createWebhook, removeWebhook } from '#contract/calls/till.ts';
import { createPicture } from '#tests/picture-bomb.ts';
import { runCrowd } from './crowd.ts';
import type { Attack, Scene } from './evening.ts';

const createTabletCaller = ({ eve, stolen }: Scene) => ({
  address: eve.address,
  headers: { cookie: stolen.cookie },
});

/** Sends a picture a byte at a time, until the server refuses it or the attack is over. */
async function sendSlowly(scene: Scene): Promise<void> {
  const sent = request(`${scene.address}${uploadPicture.path}?dishId=beef`, {
    method: 'POST',
    headers: {
      Cookie: scene.stolen.cookie,
      'Content-Type': 'image/png',
      'X-Forwarded-For': scene.eve.address,
    },
    agent: false,
    signal: scene.over,
  });
  const drop = setInterval(() => sent.write('x'), 100);
  try {
    await once(sent, 'response');
  } finally {
    clearInterval(drop);
    sent.destroy();
  }
}

export const tabletAttacks: Readonly<Record<string, Attack>> = {
  'sends pictures that decompress to gigabytes, and black ones of the largest size': async (scene) => {
    const bombs = [createPicture(60_000, 60_000), createPicture(2 ** 30, 2 ** 30), createPicture(10_900, 10_900, 10_900)];
    const as = createTabletCaller(scene);
    await runCrowd(scene, 6, async (n) => {
      const headers = { ...as.headers, 'Content-Type': 'image/png' };
      await scene.call(uploadPicture, { ...as, headers, query: { dishId: 'beef' }, body: bombs[n % bombs.length] });
    });
  },
  'sends pictures so slowly that they never end': async (scene) =>
    await runCrowd(scene, 8, async () => await sendSlowly(scene)),

  'floods the draft of the menu': async (scene) => {
    const as = createTabletCaller(scene);
    const draft = (await scene.call(getMenuDraft, as)).data!;
    const [template] = Object.values(draft.published.dishes);
    await runCrowd(scene, 6, async (n) => {
      const edits = Array.from({ length: 40 }, (_, index) => {
        const id = `flood-${n}-${index}`;
        const description = { 'en-US': '', 'zh-TW': '辣'.repeat(300) };
        return { path: ['dishes', id], to: { ...template!, id, description } };
      });
      await scene.call(editMenuDraft, { ...as, body: { edits } });
      await scene.call(getMenuDraft, as);
    });
    const { data } = await scene.call(getMenuDraft, as);
    await scene.call(discardMenuDraft, { ...as, body: { draftVersion: data!.draftVersion } });
  },

  'adds webhooks that time out, answer without end and lead to private addresses': async (scene) => {
    const as = createTabletCaller(scene);
    const receiver = createServer((asked, answer) => {
      asked.resume();
      if (asked.url === '/inside') answer.writeHead(307, { Location: 'http://169.254.169.254/' }).end();
      else if (asked.url === '/endless') {
        const pour = () => {
          while (answer.write('x'.repeat(64 * 1024)));
        };
        answer.on('drain', pour);
        answer.on('error', () => undefined);
        pour();
      }
    });
    await once(receiver.listen(0, '127.0.0.1'), 'listening');
    const { port } = receiver.address() as AddressInfo;
    const made: string[] = [];
    for (const path of ['silent', 'endless', 'inside']) {
      const { data } = await scene.call(createWebhook, { ...as, body: { url: `http://127.0.0.1:${port}/${path}` } });
      made.push(data.webhook.id);
    }
    try {
      const names = runCrowd(scene, 2, async (n) => {
        const url = n % 2 === 0 ? 'https://169.254.169.254/' : 'http://[::ffff:10.0.0.1]/';
        await scene.call(createWebhook, { ...as, body: { url } });
      });
      const orders = runCrowd(scene, 4, async () => {
        const item = { ...scene.dishes[0]!, notes: '' };
        await scene.call(orderAtTable, { ...as, body: { actId: nanoid(), tableId: scene.eve.tableId, item, quantity: 1 } });
      });
      await Promise.all([names, orders]);
    } finally {
      for (const id of made) await scene.call(removeWebhook, { ...as, body: { id } });
      receiver.closeAllConnections();
      receiver.close();
    }
  },
}; // prettier-ignore
