import type { HubLimits } from '../limits.ts';
import type { Registry } from '../registry.ts';
import type { Permission } from '../roles.ts';
import type { Session } from '../session.ts';
import {
  ackErrorFrame,
  ackFrame,
  groupMessage,
  pongFrame,
  type AckErrorName,
  type ClientFrame,
} from './frames.ts';

interface Scene {
  readonly registry: Registry;
  readonly limits: HubLimits;
}

type GroupFrame = Extract<ClientFrame, { readonly group: string }>;

type AckRefusal = { readonly name: AckErrorName; readonly message: string } | null;

export function dispatch(frame: ClientFrame, session: Session, scene: Scene): void {
  switch (frame.type) {
    case 'joinGroup':
    case 'leaveGroup':
    case 'sendToGroup':
      answer(frame, session, scene);
      return;
    case 'sequenceAck':
      session.acknowledge(frame.sequenceId);
      return;
    case 'ping':
      session.reply(pongFrame);
      return;
    default:
      frame satisfies never;
  }
}

/** Runs once per ack id. A refusal is not remembered, so the same id may try again. */
function answer(frame: GroupFrame, session: Session, scene: Scene): void {
  const { ackId } = frame;
  if (ackId === undefined) {
    inGroup(frame, session, scene);
    return;
  }
  if (session.hasProcessed(ackId)) {
    session.reply(ackErrorFrame(ackId, 'Duplicate', `Message with ack-id: ${ackId} has been processed`));
    return;
  }
  const refusal = inGroup(frame, session, scene);
  if (refusal) {
    session.reply(ackErrorFrame(ackId, refusal.name, refusal.message));
    return;
  }
  session.rememberProcessed(ackId);
  session.reply(ackFrame(ackId));
}

function inGroup(frame: GroupFrame, session: Session, { registry, limits }: Scene): AckRefusal {
  const permission: Permission = frame.type === 'sendToGroup' ? 'sendToGroup' : 'joinLeaveGroup';
  const group = session.permissions.groupNamed(frame.group);
  if (!session.permissions.allows(permission, group))
    return { name: 'Forbidden', message: `No permission to ${frame.type} on this group.` };
  switch (frame.type) {
    case 'joinGroup':
      if (!session.groups.has(group) && session.groups.size >= limits.maxGroupsPerConnection)
        return { name: 'Forbidden', message: `At most ${limits.maxGroupsPerConnection} groups.` };
      registry.join(session, group, frame.group);
      return null;
    case 'leaveGroup':
      registry.leave(session, group, frame.group);
      return null;
    case 'sendToGroup': {
      const message = groupMessage(group, session.userId ?? null, frame.payload);
      for (const member of registry.ofGroup(session.hub, group))
        if (!(frame.noEcho && member === session)) member.deliver(message(member), frame.ttlSeconds);
      return null;
    }
  }
}
