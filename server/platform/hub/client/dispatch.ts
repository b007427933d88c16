import type { HubLimits } from '../limits.ts';
import { deliverToGroup } from '../deliver.ts';
import type { Registry } from '../registry.ts';
import type { GroupMessage } from '../relay/relay.ts';
import type { Permission } from '../roles.ts';
import type { Session } from '../session.ts';
import {
  createAckErrorFrame,
  createAckFrame,
  pongFrame,
  type AckErrorName,
  type ClientFrame,
} from './frames.ts';

export interface Scene {
  readonly registry: Registry;
  readonly limits: HubLimits;
  /** Passes a message on to the hubs of other servers. */
  readonly passMessage: (message: GroupMessage) => void;
}

type GroupFrame = Extract<ClientFrame, { readonly group: string }>;

type AckRefusal = { readonly name: AckErrorName; readonly message: string } | null;

/** Carries out a frame of a client. */
export function dispatch(frame: ClientFrame, session: Session, scene: Scene): void {
  switch (frame.type) {
    case 'joinGroup':
    case 'leaveGroup':
    case 'sendToGroup':
      answerGroupFrame(frame, session, scene);
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

/**
 * Carries out a frame with an ack id once, and acknowledges it. A repeated frame gets the error `Duplicate`. After a
 * refusal the client may use the same id again.
 */
function answerGroupFrame(frame: GroupFrame, session: Session, scene: Scene): void {
  const { ackId } = frame;
  if (ackId === undefined) {
    runGroupFrame(frame, session, scene);
    return;
  }
  if (session.hasProcessed(ackId)) {
    session.reply(
      createAckErrorFrame(ackId, 'Duplicate', `Message with ack-id: ${ackId} has been processed`),
    );
    return;
  }
  const refusal = runGroupFrame(frame, session, scene);
  if (refusal) {
    session.reply(createAckErrorFrame(ackId, refusal.name, refusal.message));
    return;
  }
  session.rememberProcessed(ackId);
  session.reply(createAckFrame(ackId));
}

function runGroupFrame(frame: GroupFrame, session: Session, scene: Scene): AckRefusal {
  const { registry, limits } = scene;
  const permission: Permission = frame.type === 'sendToGroup' ? 'sendToGroup' : 'joinLeaveGroup';
  const group = session.permissions.resolveGroup(frame.group);
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
      const { payload, ttlSeconds } = frame;
      const message = { hub: session.hub, group, fromUserId: session.userId ?? null, payload, ttlSeconds };
      deliverToGroup(registry, message, frame.noEcho ? session : undefined);
      scene.passMessage(message);
      return null;
    }
  }
}
