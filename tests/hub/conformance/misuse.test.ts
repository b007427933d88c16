import { describe, expect, it } from 'vitest';
import { createForTests } from '#tests/for-tests.ts';
import { closeCode, isAck, isMessage, request } from '../raw-client.ts';
import { createGroup, createMemberRoles, startScene } from '../scene.ts';

const scene = createForTests(startScene, (each) => each.close());

describe('row 18: invalid frames', () => {
  const deep = `{"type":"sendToGroup","group":"g","data":${'['.repeat(200_000)}${']'.repeat(200_000)}}`;

  it.each([
    ['no JSON', '{', 1007],
    ['no object', '[]', 1007],
    ['unknown type', '{"type":"order"}', 1007],
    ['missing group', '{"type":"joinGroup","ackId":1}', 1007],
    ['empty group', '{"type":"joinGroup","group":"","ackId":1}', 1007],
    ['ack id beyond exact numbers', '{"type":"joinGroup","group":"g","ackId":9007199254740993}', 1007],
    ['negative sequence id', '{"type":"sequenceAck","sequenceId":-1}', 1007],
    ['no data', '{"type":"sendToGroup","group":"g"}', 1007],
    ['null data', '{"type":"sendToGroup","group":"g","data":null}', 1007],
    ['invalid text', '{"type":"sendToGroup","group":"g","dataType":"text","data":1}', 1007],
    ['invalid base64', '{"type":"sendToGroup","group":"g","dataType":"binary","data":"%"}', 1007],
    ['nested too deeply', deep, 1007],
    ['a binary frame', Buffer.from('{"type":"ping"}'), 1003],
  ])('row 18: %s closes for good', async (_name, frame, code) => {
    const { client, recovery } = await scene.openRecoverable();
    client.send(frame);
    expect((await client.closed).code).toBe(code);
    expect(await closeCode(recovery)).toBe(1008);
  });

  it('row 18: bytes that are not UTF-8 close with 1007', async () => {
    const client = await scene.openRaw();
    client.socket.send(Buffer.from([0xff, 0xfe]), { binary: false });
    expect((await client.closed).code).toBe(1007);
  });
});

describe('row 11: a client that does not acknowledge', () => {
  it('row 11: more than 1000 unacknowledged messages close with 1008 for good; the others miss nothing', async () => {
    const group = createGroup();
    const { client: silent, recovery } = await scene.openRecoverable({ groups: [group] });
    const healthy = await scene.openRaw({ groups: [group] });
    healthy.socket.on('message', () => {
      const { sequenceId } = healthy.frames.at(-1) ?? {};
      if (Number(sequenceId) % 100 === 0) healthy.send({ type: 'sequenceAck', sequenceId });
    });
    // Two senders, so that neither exceeds the rate of one connection.
    for (const part of [500, 501]) {
      const sender = await scene.openRaw({ roles: createMemberRoles(group) });
      for (let ackId = 1; ackId <= part; ackId += 1)
        sender.send({ type: 'sendToGroup', group, ackId, data: ackId });
      await sender.take(isAck(part));
    }
    expect((await silent.closed).code).toBe(1008);
    expect(silent.frames.filter(isMessage).length).toBeLessThanOrEqual(1000);
    await healthy.take(({ sequenceId }) => sequenceId === 1001);
    expect(healthy.frames.filter(isMessage)).toHaveLength(1001);
    expect(await closeCode(recovery)).toBe(1008);
  });
});

describe('row 13: limits', () => {
  it('row 13: more than 1 MiB is 1009, final, and the other clients continue', async () => {
    const group = createGroup();
    const { client: offender, recovery } = await scene.openRecoverable({ roles: createMemberRoles(group) });
    const other = await scene.openRaw({ roles: createMemberRoles(group) });
    offender.send({ type: 'sendToGroup', group, data: 'x'.repeat(1024 * 1024) });
    expect((await offender.closed).code).toBe(1009);
    expect(await closeCode(recovery)).toBe(1008);
    const publication = { type: 'sendToGroup', group, ackId: 1, data: 'still here' };
    expect(await request(other, publication)).toMatchObject({ success: true });
  });
});
