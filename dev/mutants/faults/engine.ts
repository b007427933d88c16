import { faultsIn } from '../mutant.ts';

const outbox = ['tests/sync/parts/outbox.test.ts'] as const;
const plainServer = ['tests/sync/parts/outbox.test.ts', 'tests/sync/parts/plain-refusals.test.ts'] as const;
const catchUp = ['tests/sync/parts/catch-up.test.ts'] as const;
const placement = ['tests/sync/parts/placement.test.ts'] as const;
const tabs = ['tests/sync/parts/tabs.test.ts'] as const;
const peers = ['tests/sync/parts/peers.test.ts'] as const;
const disk = ['tests/sync/parts/disk.test.ts'] as const;
const hostile = ['tests/sync/hostile.test.ts'] as const;

export const engine = [
  ...faultsIn('sync/parts/outbox.ts', outbox, [
    { rule: 'G4', fault: 'the batch size never goes back up', code: '    batchSize: limits.eventsPerRequest,\n    refusal: undefined,\n    stale: undefined,\n  });', broken: '    refusal: undefined,\n    stale: undefined,\n  });' },
    { rule: 'G4', fault: 'a refusal is taken for being offline', code: "  if (failure.kind === 'refused') {\n    setReach(context, 'answered');", broken: "  if (failure.kind === 'refused') {\n    setReach(context, 'silent');" },
    { rule: 'P1', fault: 'a clear of the table goes in one request with what was before it', code: 'if (alone && batch.length > 0) break;', broken: 'if (alone && batch.length > 1_000) break;' },
    { rule: 'G4', fault: 'an answer does not make the pauses small again', code: 'held: 0, delayMs: backOff.firstMs });', broken: 'held: 0 });' },
    { rule: 'G4', fault: 'two requests are under way', code: 'context.state.isClosed || outbox.underWay ||', broken: 'context.state.isClosed ||' },
    { rule: 'G7', fault: 'a tap ends the wait after a refusal', code: "if (context.state.outbox.wait?.why === 'noAnswer')", broken: 'if (context.state.outbox.wait)' },
    { rule: 'G7', fault: 'a sign of life leaves the next pause as long as the last', code: "if (context.state.outbox.wait?.why === 'noAnswer')\n    change(context, 'outbox', { wait: undefined, delayMs: backOff.firstMs });", broken: "if (context.state.outbox.wait?.why === 'noAnswer')\n    change(context, 'outbox', { wait: undefined });" },
    { rule: 'G7', fault: 'a request that hangs is waited for without end', code: 'if (!isAtItsEnd && !maySendAgain) return;', broken: 'if (!isAtItsEnd) return;' },
    { rule: 'G7', fault: 'a slow request is given up again and again after the same time', code: 'first * 2 ** outbox.givenUp', broken: 'first * 1 ** outbox.givenUp' },
    { rule: 'G7', fault: 'after a slow request every later one may hang as long', code: 'underWay: undefined, givenUp: 0 });', broken: 'underWay: undefined });' },
    { rule: 'G7', fault: 'a request that another call overtook is waited for until the next sign of life', code: "if (underWay && !underWay.isOvertaken)", broken: "if (underWay && !underWay.isOvertaken && isTimedOut(context.state, context.moment.uptime))" },
    { rule: 'P2', fault: 'a request to a plain server that hangs is not looked for in the next cart', code: '  snapshotParts()?.endPost(context, underWay.postId, false);', broken: '' },
    { rule: 'P2', fault: 'a change leaves before it is kept', code: 'if (prepared.postId === undefined || disk.postSaved === prepared.postId)', broken: 'if (prepared)' },
    { rule: 'P2', fault: 'a change leaves beside a question for the cart', code: 'isOneAtATime && (catchUp.underWay || outbox.looking ||', broken: 'isOneAtATime && (outbox.looking ||' },
    { rule: 'E5', fault: 'what is held is never doubted', code: ' || held % heldTries === 0)', broken: ')' },
    { rule: 'E5', fault: 'a tap waits for what a peer made up', code: 'outcome.lacksInvented ||', broken: '' },
    { rule: 'E5', fault: 'while the phone begins again it goes on sending', code: " || catchUp.restart?.reason === 'stuck') return;", broken: ') return;' },
    { rule: 'E5', fault: 'what the server lacks although it had it is not sent again', code: 'again: addAll(removeAll(again, answered), listMissing(context.state, outcome)),', broken: 'again: removeAll(again, answered),' },
    { rule: 'P1', fault: 'a clear of the table leaves before it is known whether its event goes along', code: 'if (!isKnown || (outbox.wait &&', broken: 'if ((outbox.wait &&' },
  ]),
  ...faultsIn('sync/parts/outbox.ts', plainServer, [
    { rule: 'P2', fault: 'a change that was refused stays in doubt', code: "endPost(context, postId, answer.ok || answer.failure.kind !== 'retry');", broken: 'endPost(context, postId, answer.ok);' },
  ]),
  ...faultsIn('sync/parts/outbox.ts', hostile, [
    { rule: 'G3', fault: 'what the server names as missing is sent before it is on disk', code: ' || log.pending.has(id)) return false;', broken: ') return false;' },
  ]),
  ...faultsIn('sync/parts/tries.ts', outbox, [
    { rule: 'G4', fault: 'there is no pause between two tries', code: 'wait: { why, at: uptime + ms },', broken: 'wait: { why, at: uptime + 0 * ms },' },
    { rule: 'G4', fault: 'the pauses grow to five minutes', code: 'maxMs: 30_000, visibleMaxMs', broken: 'maxMs: 300_000, visibleMaxMs' },
    { rule: 'G4', fault: 'the pauses do not grow', code: 'delayMs: doubleDelay(backOff, delayMs),', broken: 'delayMs: doubleDelay(backOff, delayMs / 2),' },
    { rule: 'G7', fault: 'who looks waits as long as who does not', code: "why === 'noAnswer' && looking ? backOff.visibleMaxMs : backOff.maxMs", broken: 'looking ? backOff.maxMs : backOff.maxMs' },
    { rule: 'G7', fault: 'a refusal is waited out no longer than no answer', code: "why === 'noAnswer' && looking ?", broken: 'looking ?' },
    { rule: 'G7', fault: 'the time that the server names is not kept', code: 'pauseMs(chance, delayMs, { mostMs, atLeastMs })', broken: 'pauseMs(chance, delayMs, { mostMs, atLeastMs: atLeastMs * 0 })' },
  ]),
  ...faultsIn('sync/protocols/event/refused-batch.ts', outbox, [
    { rule: 'E5', fault: 'a late refusal takes back what was accepted meanwhile', code: 'else if (context.state.tabs.leads)', broken: 'else if (context.state.tabs)' },
    { rule: 'F2', fault: 'the others hear of a rejection that the server never made', code: "from: 'local', rejected: { ids, code } }]);\n  }\n  if (isAtFault)", broken: "from: 'server', rejected: { ids, code } }]);\n  }\n  if (isAtFault)" },
    { rule: 'P4', fault: 'one event at fault takes its whole batch along', code: "if (isAtFault && events.length > 1) return change(context, 'outbox', { batchSize: 1 });", broken: '' },
  ]),
  ...faultsIn('sync/protocols/snapshot/snapshot-server.ts', outbox, [
    { rule: 'G7', fault: 'a snapshot server has no more time than an event server', code: 'answerMs: { first: timeouts.read, most: timeouts.commit }', broken: 'answerMs: { first: 3_000, most: 24_000 }' },
    { rule: 'P2', fault: 'the next change leaves before the cart that names its lines', code: '    removeUndone(context);\n    requestCatchUp(context);\n', broken: '    removeUndone(context);\n' },
  ]),
  ...faultsIn('sync/protocols/snapshot/unanswered.ts', plainServer, [
    { rule: 'P2', fault: 'what was written is not found in the cart', code: "fateOf(post, told, userId) === 'written'", broken: "fateOf(post, told, userId) === 'unclear'" },
    { rule: 'P2', fault: 'of several the oldest that fits counts', code: 'const newestFirst = openPosts(context.state).toReversed();', broken: 'const newestFirst = openPosts(context.state);' },
    { rule: 'P2', fault: 'what may have been ordered is sent again', code: 'if (!isNotWritten || !isSure(newest)) request', broken: 'if (!isNotWritten) look' },
    { rule: 'P2', fault: 'what an order has is offered to the diner once more', code: 'if (isNew && unanswered.some((post) => isOrdered(post, order))) {', broken: 'if (isNew && unanswered.length < 0) {' },
    { rule: 'P2', fault: 'what was found written is not told to the table', code: '    publishAccepted(context, events, undefined);\n    // Nothing but', broken: '    // Nothing but' },
  ]),
  ...faultsIn('sync/protocols/snapshot/unanswered.ts', ['tests/sync/parts/slow-answers.test.ts'], [
    { rule: 'P2', fault: 'a request that is carried out after it was given up undoes the newer change', code: 'post.isOvertaken && mayArrive(post) && isUndoneBy', broken: '!post.isOvertaken && mayArrive(post) && isUndoneBy' },
    { rule: 'P2', fault: 'what may have been ordered is sent again after a late request', code: 'if (!own?.lines.length) requestOpenOrder', broken: 'if (!own) void requestOpenOrder; else if (!own.lines) requestOpenOrder' },
  ]),
  ...faultsIn('sync/parts/catch-up.ts', ['tests/sync/parts/slow-answers.test.ts'], [
    { rule: 'G7', fault: 'a slow server answers no question', code: 'older: older ?? underWay,', broken: 'older: undefined,' },
  ]),
  ...faultsIn('sync/protocols/snapshot/unanswered-post.ts', plainServer, [
    { rule: 'P2', fault: 'half of a change counts as all of it', code: 'if (lines.every(isAsIs(1)))', broken: 'if (lines.some(isAsIs(1)))' },
  ]),
  ...faultsIn('sync/wire/order-detail.ts', ['tests/contract/reading/unread-lines.test.ts'], [
    { rule: 'P5', fault: 'what nobody can read is gone with the next change', code: ', ...listUnreadItems(unread)]', broken: ']' },
    { rule: 'P5', fault: 'what was weighed for somebody else is sent as one’s own', code: 'unread?.filter((line) => line.userId === userId)', broken: 'unread' },
  ]),
  ...faultsIn('client/move-guest-lines.ts', ['tests/shell/account/move-guest-lines.test.ts'], [
    { rule: 'D43', fault: 'a guest’s dishes come to another table', code: 'before.tableId === tableId && ', broken: '' },
    { rule: 'D43', fault: 'a guest’s dishes come to the table that the diner has gone to meanwhile', code: 'table?.tableId === tableId && table.sessionId', broken: 'table?.sessionId' },
    { rule: 'P5', fault: 'a login takes away what was weighed for the guest', code: 'orderItems: listUnreadItems(rest)', broken: 'orderItems: []' },
  ]),
  ...faultsIn('sync/protocols/snapshot/refused-changes.ts', plainServer, [
    { rule: 'P4', fault: 'a change is taken out with the first unknown no', code: 'return times >= mostRefusals;', broken: 'return times >= 1;' },
    { rule: 'P4', fault: 'what others wrote meanwhile is written over', code: 'if (stale.times < mostStale && stale.lines === lines) return;', broken: 'if (stale.times < mostStale) return;' },
    { rule: 'P4', fault: 'a stale change is tried again without end', code: 'stale.times < mostStale && ', broken: '' },
    { rule: 'P4', fault: 'what a server refuses before it knows a name is taken out', code: 'if (!context.state.author.userName) return waitForName(context);', broken: '' },
    { rule: 'P4', fault: 'a login that has ended counts as a refusal of the change', code: 'if (notOfTheChange.includes(code)) {', broken: 'if (notOfTheChange.includes(-code)) {' },
  ]),
  ...faultsIn('sync/protocols/snapshot/snapshot-server.ts', plainServer, [
    { rule: 'P4', fault: 'a change builds on a cart of any age', code: 'uptime - server.cartAt <= freshMs', broken: 'uptime - server.cartAt <= 1_000 * freshMs' },
    { rule: 'P2', fault: 'a number of another field goes back to the server', code: 'return told.cartRowVersion === undefined && isSame ? before : told;', broken: 'return before.cartRowVersion === undefined ? told : before;' },
  ]),
  ...faultsIn('sync/parts/catch-up.ts', plainServer, [
    { rule: 'P2', fault: 'two tabs give two carts one number', code: 'const version = least % 2 === (tabs.leads ? 0 : 1) ? least : least + 1;', broken: 'const version = least;' },
  ]),
  ...faultsIn('sync/parts/tabs.ts', plainServer, [
    { rule: 'P2', fault: 'the tab that leads takes over a cart that another has loaded', code: '(parts?.removeServerCarts(context, all) ?? all)', broken: 'all' },
  ]),
  ...faultsIn('sync/protocols/snapshot/order-trace.ts', ['tests/client/cart-engine/open-order.test.ts'], [
    { rule: 'O2', fault: 'a dish whose notes changed on its way counts as not ordered', code: ", notes: '' });", broken: ' });' },
  ]),
  ...faultsIn('sync/parts/tabs.ts', hostile, [
    { rule: 'G3', fault: 'another tab may have this one’s own change sent before it is on disk', code: ' && !isOwn(id));', broken: ' && isOwn !== undefined);' },
  ]),
  ...faultsIn('client/engine/engine-loop.ts', ['tests/client/cart-engine/engine/engine.test.ts'], [
    { rule: 'G6', fault: 'what falls due while a step is performed is never done', code: 'nextDue(after, uptime)', broken: 'nextDue(after, env.uptime())' },
  ]),
  ...faultsIn('sync/parts/refusals.ts', outbox, [
    { rule: 'G7', fault: 'a request that an outage swallowed hangs as long as one that is slow', code: 'Math.min(underWay.hangsAt, context.moment.uptime)', broken: 'Math.max(underWay.hangsAt, context.moment.uptime)' },
  ]),
  ...faultsIn('sync/protocols/event/restart.ts', catchUp, [
    { rule: 'G5', fault: 'what is on its way is minted anew', code: "if (restart.reason !== 'stuck' && log.pending.size > 0) return;", broken: '' },
    { rule: 'G5', fault: 'the phone begins again from less than it knows', code: "if (restart.reason === 'diverged' && !includes(sync.known, viewOf(context.state).known)) return;", broken: '' },
    { rule: 'G5', fault: 'the phone begins again from less than was accepted', code: ' || !hasAllAccepted(context.state, sync)) return;', broken: ') return;' },
    { rule: 'G5', fault: 'the phone begins again and again', code: "change(context, 'catchUp', { isMended: true });", broken: 'void 0;' },
  ]),
  ...faultsIn('sync/protocols/event/divergence.ts', catchUp, [
    { rule: 'E7', fault: 'an older program that shows less begins again and again', code: 'if (state.catchUp.isMended) return false;', broken: '' },
    { rule: 'E5', fault: 'what a peer made up stays for ever', code: "if (told.lacks >= surelyMadeUp) requestRestart(context, 'madeUp');\n  else requestCatchUp(context);", broken: 'requestCatchUp(context);' },
    { rule: 'E5', fault: 'each dish that a peer tells of is asked about', code: 'if (includes(knownToServer(context.state), known)) {', broken: 'if (known === undefined) {' },
  ]),
  ...faultsIn('sync/parts/catch-up.ts', catchUp, [
    { rule: 'D16', fault: 'the digest of a hint says nothing', code: 'if (isBehindHint(context.state) || isOther)', broken: 'if (isBehindHint(context.state))' },
  ]),
  ...faultsIn('sync/parts/peers.ts', catchUp, [
    { rule: 'E5', fault: 'a peer that misled once is believed again', code: 'if (state.catchUp.isMended) return [];', broken: '' },
  ]),
  ...faultsIn('sync/protocols/event/event-server.ts', catchUp, [
    { rule: 'G5', fault: 'phone and server are never compared', code: "if (hasDiverged(context.state, sync.known, sync.digest)) requestRestart(context, 'diverged');", broken: 'void 0;' },
  ]),
  ...faultsIn('sync/protocols/event/event-server.ts', peers, [
    { rule: 'E5', fault: 'a peer mints the orders of an event-aware server', code: "records.filter((record) => !('event' in record) || record.event.type !== 'orderPlaced')", broken: 'records' },
  ]),
  ...faultsIn('sync/parts/placement.ts', placement, [
    { rule: 'O1', fault: 'a phone without an answer tries to place all the same', code: "if (context.state.server.reach === 'answered') look(context, job);", broken: 'if (context.ids >= 0) look(context, job);' },
    { rule: 'O1', fault: 'an order leaves before the own changes', code: 'if (hasNothingToSend(context.state, uptime) && !isDue) checkServer(context, job);', broken: 'if (uptime > 0 && !isDue) checkServer(context, job);' },
    { rule: 'P2', fault: 'an order leaves before the cart that follows what was sent', code: 'if (hasNothingToSend(context.state, uptime) && !isDue) checkServer(context, job);', broken: 'if (hasNothingToSend(context.state, uptime)) checkServer(context, job);' },
    { rule: 'P5', fault: 'after a reload what a waiter weighed is left out of the order', code: 'const isDue = isUnheard || ', broken: 'const isDue = ' },
    { rule: 'O2', fault: 'a second order is placed while the outcome of the first is unknown', code: 'if (context.state.stored) startAsking(context, context.state.stored);\n  else reachServer(context, online);', broken: 'reachServer(context, online);' },
    { rule: 'O1', fault: 'an order leaves before it is on disk', code: 'if (context.state.disk.placementSaved !== placementId) return;', broken: '' },
    { rule: 'O1', fault: 'a phone that says that it is offline does not look for the server', code: 'if (online) settle(context);', broken: 'if (online || context.ids === 0) settle(context);' },
    { rule: 'O2', fault: 'two taps are two orders', code: '  if (context.state.placement.job) return;\n', broken: '' },
    { rule: 'O2', fault: 'asking ends with the first silence', code: 'if (tries >= patience.tries)', broken: 'if (tries >= 0)' },
    { rule: 'O2', fault: 'asking does not go on by itself', code: "if (result.kind === 'unknown') {\n    const at", broken: "if (result.kind === 'unknown' && keepOn.waitMs < 0) {\n    const at" },
    { rule: 'O2', fault: 'the pauses between questions do not grow', code: 'const waitMs = doubleDelay(keepAsking, keepOn.waitMs);', broken: 'const waitMs = doubleDelay(keepAsking, keepOn.waitMs / 2);' },
    { rule: 'O2', fault: 'a sign of life does not end the pause', code: "if (asking && asking.number === undefined)\n    change(context, 'placement', { asking: { ...asking, at: uptime } });", broken: '' },
    { rule: 'O2', fault: 'a refusal leaves the placement open', code: 'function refuse(context: StepContext, code: number, msg: string): void {\n  storePlacement(context, null);', broken: 'function refuse(context: StepContext, code: number, msg: string): void {' },
    { rule: 'O2', fault: 'a plain server’s refusal of a repeated order is believed', code: "protocolOf(context.state).isRepeatedOrder(code)", broken: 'code < 0' },
    { rule: 'S1', fault: 'who waits for an order waits on when the session ends', code: 'if (context.state.isClosed) return leave(context);', broken: 'if (context.state.isClosed) return;' },
  ]),
  ...faultsIn('sync/protocols/snapshot/order-trace.ts', placement, [
    { rule: 'O1', fault: 'at a plain server what is gone is ordered all the same', code: '(isLess || isOther', broken: '(isOther' },
    { rule: 'P5', fault: 'a weight that the diner never saw is ordered', code: 'isOther || request', broken: 'request' },
    { rule: 'O5', fault: 'a plain server is asked to leave something out, and orders it', code: '(isLess || isOther || request.without)', broken: '(isLess || isOther)' },
  ]),
  ...faultsIn('sync/protocols/event/event-server.ts', catchUp, [
    { rule: 'S2', fault: 'a server that has forgotten is believed', code: 'if (lacking >= surelyLacking) endSession(context, true);', broken: 'if (lacking >= Infinity) endSession(context, true);' },
    { rule: 'S2', fault: 'a copy that lags behind is taken for a server that has forgotten', code: 'if (lacking >= surelyLacking)', broken: 'if (lacking >= 1)' },
  ]),
  ...faultsIn('sync/step.ts', ['tests/sync/parts/reopened.test.ts'], [
    { rule: 'S1', fault: 'the hint that a table is open again is not heard', code: 'else if (isHintOfTable(context.state, input.incoming)) checkReopened(context);', broken: '' },
    { rule: 'E5', fault: 'a peer may say that a table is open again', code: "return fromUserId === undefined && messageType === 'tableMoved' &&", broken: "return messageType === 'tableMoved' &&" },
    { rule: 'S1', fault: 'an engine whose session was closed never ends', code: 'if (state.isClosed) return state.endsAt ?? Infinity;', broken: 'if (state.isClosed) return Infinity;' },
  ]),
  ...faultsIn('sync/step.ts', placement, [
    { rule: 'O2', fault: 'a server that refuses the question is hammered with it', code: "  if (answered.answer.ok || answered.answer.failure.kind === 'refused') retryAfterSilence(context);\n  applyPlacementAnswer(context, answered);", broken: "  applyPlacementAnswer(context, answered);\n  if (answered.answer.ok || answered.answer.failure.kind === 'refused') retryAfterSilence(context);" },
    { rule: 'O2', fault: 'after a reload nobody asks what became of the order', code: 'if (context.state.stored) askPlacement(context, true, true);', broken: '' },
  ]),
  ...faultsIn('sync/step.ts', outbox, [
    { rule: 'G7', fault: 'only a yes is a sign of life', code: "if (answered.answer.ok || answered.answer.failure.kind === 'refused') retryAfterSilence(context);", broken: 'if (answered.answer.ok) retryAfterSilence(context);' },
    { rule: 'G7', fault: 'silence is a sign of life', code: "if (answered.answer.ok || answered.answer.failure.kind === 'refused') retryAfterSilence(context);", broken: 'awake(context);' },
    { rule: 'G7', fault: 'a tap does not end the wait', code: '  notifyOwnLosses(context, command);\n  retryNow(context);', broken: '  notifyOwnLosses(context, command);' },
    { rule: 'G7', fault: 'a connected group does not end the wait', code: "    case 'connected':\n      retryAfterSilence(context);", broken: "    case 'connected':" },
  ]),
  ...faultsIn('sync/step.ts', hostile, [
    { rule: 'E5', fault: 'what comes in is believed in any shape', code: 'if (isReadable(input)) return runStep', broken: 'if (isReadable(input) || state) return runStep' },
    { rule: 'P1', fault: 'an answer without events makes the server a plain one', code: 'isOfOther ? createMissingAnswer(given) : given', broken: 'isOfOther ? given : given' },
    { rule: 'G4', fault: 'an answer that nobody can read is waited for without end', code: "  if (input.kind !== 'answered' || isMissingAnswer(input)) return { state, effects: [report] };\n", broken: '  if (report) return { state, effects: [report] };\n' },
  ]),
  ...faultsIn('sync/parts/catch-up.ts', catchUp, [
    { rule: 'G6', fault: 'a flood of wishes is a flood of questions', code: "questions >= burst.questions && wait?.why !== 'burst'", broken: "questions >= 1_000 && wait?.why !== 'burst'" },
    { rule: 'G6', fault: 'the pauses never begin small again', code: "  else change(context, 'catchUp', { delayMs: backOff.firstMs });\n", broken: '' },
    { rule: 'D16', fault: 'the last hint takes the place of those before', code: 'hinted: union(context.state.catchUp.hinted, hint.known)', broken: 'hinted: union({}, hint.known)' },
    { rule: 'G6', fault: 'what is missing is asked for without a pause', code: "blocked.length > 0 || isBehindHint(context.state)) waitAndAsk(context, 'lags');", broken: 'blocked.length > 0 || isBehindHint(context.state)) requestCatchUp(context);' },
    { rule: 'G6', fault: 'an answer that is older than the hint ends the asking', code: 'viewOf(context.state).blocked.length > 0 || isBehindHint(context.state)', broken: 'viewOf(context.state).blocked.length > 0' },
    { rule: 'G6', fault: 'a new connection waits out the pause', code: "if (context.state.catchUp.wait?.why === 'lags') change(context, 'catchUp', { wait: undefined });", broken: '' },
    { rule: 'G7', fault: 'a server that asks for patience has none', code: "return waitAndAsk(context, 'busy', failure.afterMs);", broken: "return waitAndAsk(context, 'noAnswer', 0);" },
    { rule: 'G6', fault: 'a wish while a question is under way is forgotten', code: '  if (underWay) return;\n  if (!isWanted) {', broken: "  if (underWay) return change(context, 'catchUp', { isWanted: false });\n  if (!isWanted) {" },
    { rule: 'G6', fault: 'a silent group is not made up for', code: 'const isDue = !context.state.group.isLive ||', broken: 'const isDue =' },
  ]),
  ...faultsIn('sync/parts/catch-up.ts', outbox, [
    { rule: 'G7', fault: 'no sign of life is looked for', code: '  probeIfTimedOut(context);\n  sendQuestionIfWanted(context);', broken: '  sendQuestionIfWanted(context);' },
    { rule: 'G7', fault: 'a sign of life is looked for while nobody looks', code: 'if (!looking || uptime < probeAt', broken: 'if (uptime < probeAt' },
  ]),
  ...faultsIn('sync/log/knowledge.ts', catchUp, [
    { rule: 'T2', fault: 'a number that the server has is used once more', code: 'undecided.length > 0 || !fits || successor', broken: 'undecided.length > 0 || successor' },
    { rule: 'T2', fault: 'beginning again always costs the id', code: 'undecided.length > 0 || !fits', broken: 'unanswered.length >= 0' },
  ]),
  ...faultsIn('sync/log/knowledge.ts', disk, [
    { rule: 'T4', fault: 'every change that was ahead goes on under an id of its own', code: 'successor?.replicaId ?? newId(context)', broken: 'newId(context)' },
    { rule: 'T4', fault: 'the successor never takes over', code: "change(context, 'knowledge', { writer: successor, successor: undefined });", broken: '' },
    { rule: 'T2', fault: 'in memory the phone goes on under the stored id', code: 'const writer = { replicaId: newId(context), lastSeq: 0, clock: knowledge.writer.clock };', broken: 'const { writer } = knowledge;' },
  ]),
  ...faultsIn('sync/open.ts', disk, [
    { rule: 'T3', fault: 'the clock of a taken-over log is lost', code: 'if (compareStamps(state.clock, writer.clock) > 0)', broken: 'if (compareStamps(state.clock, writer.clock) > Infinity)' },
    { rule: 'T3', fault: 'the clock of a taken-over log turns back the own', code: 'if (compareStamps(state.clock, writer.clock) > 0)', broken: 'if (compareStamps(state.clock, writer.clock) !== 0)' },
    { rule: 'O2', fault: 'the placement of a tab that died is forgotten', code: 'if (state.placement && !context.state.stored) storePlacement(context, state.placement);', broken: '' },
    { rule: 'F2', fault: 'what a tab that died could not tell is never told', code: "  change(context, 'notifying', { late });\n", broken: '' },
    { rule: 'G3', fault: 'what stands in rows already is written before it is sent', code: 'filter((id) => !stored.has(id))', broken: 'filter(() => true)' },
  ]),
  ...faultsIn('sync/open.ts', hostile, [
    { rule: 'T1', fault: 'a tab writes on under a replica that lost something', code: 'if (own?.isDamaged)', broken: 'if (own && !own)' },
  ]),
  ...faultsIn('sync/ports/readable.ts', hostile, [
    { rule: 'T1', fault: 'a row that is no record comes into the log', code: 'rows?.filter((row) => isValid(recordSchema, row))', broken: 'rows?.filter((row) => isValid(recordSchema, row) || row)' },
    { rule: 'O2', fault: 'a state that can not be read takes the placement along', code: 'placement: readPlacement(stored.state) }', broken: 'placement: readPlacement(null) }' },
    { rule: 'G3', fault: 'where a place can not be read the rows before are written over', code: 'hasPlace ? stored.nextIndex : now', broken: 'hasPlace ? stored.nextIndex : 0 * now' },
  ]),
  ...faultsIn('sync/log/disk.ts', disk, [
    { rule: 'G2', fault: 'a summary saves what was written meanwhile', code: 'if (isSummary) return false;\n', broken: "if (isSummary) {\n    change(context, 'disk', { unsaved: new Set() });\n    return false;\n  }\n" },
    { rule: 'G2', fault: 'the rows are never summed up', code: 'settled >= context.state.facts.summaryAfter', broken: 'settled >= 1_000 * context.state.facts.summaryAfter' },
    { rule: 'G2', fault: 'the rows are summed up with every event', code: 'settled >= context.state.facts.summaryAfter', broken: 'settled > 0' },
    { rule: 'G2', fault: 'a summary that fails costs the disk', code: '    return !isSummary;\n', broken: '    return true;\n' },
    { rule: 'G3', fault: 'a page that ends leaves unwritten what piled up', code: 'if (batches.length > 0 && !atOnce) return;', broken: 'if (batches.length > 0) return;' },
    { rule: 'G3', fault: 'one transaction saves what is not in it', code: 'const left = gone.size > 0 ? new Set([...unsaved].filter((id) => !gone.has(id))) : unsaved;', broken: 'const left = gone.size > 0 ? new Set<string>() : unsaved;' },
    { rule: 'G3', fault: 'what is not on disk leaves the phone', code: 'disk.unsaved.size === 0 ? ids : ids.filter((id) => !disk.unsaved.has(id))', broken: 'disk.unsaved.size === 0 ? ids : ids' },
    { rule: 'T1', fault: 'a tab’s rows go before they are taken over', code: "  for (const replicaId of takenOver) context.effects.push({ kind: 'archive', replicaId });\n", broken: '' },
  ]),
  ...faultsIn('sync/protocols/snapshot/tab-carts.ts', tabs, [
    { rule: 'P5', fault: 'a tab that asks never hears what nobody can read', code: "  postUnread(context);\n  const isNews", broken: '  const isNews' },
  ]),
  ...faultsIn('sync/parts/tabs.ts', tabs, [
    { rule: 'O4', fault: 'another tab’s changes do not count', code: ' && tabs.theirs.size === 0;', broken: ';' },
    { rule: 'O4', fault: 'nobody waits for what the other tabs have', code: 'const haveAnswered = tabs.answerBy === undefined || uptime >= tabs.answerBy;', broken: 'const haveAnswered = uptime >= 0;' },
    { rule: 'T1', fault: 'a tab that loses the lead goes on with the others’ changes', code: '...(!leads && { theirs: new Map() })', broken: '' },
    { rule: 'P3', fault: 'a tab is not told what is decided', code: 'if (decided.length > 0) ', broken: 'if (decided.length > 1_000) ' },
    { rule: 'P3', fault: 'what comes from a tab is told on for ever', code: '  if (isFromTab) return;\n', broken: '' },
    { rule: 'P3', fault: 'what a tab tells again is news', code: 'return log.entries.has(record.event.id) ? [] :', broken: 'return log.entries.has(record.event.userId) ? [] :' },
  ]),
  ...faultsIn('sync/parts/peers.ts', peers, [
    { rule: 'E8', fault: 'a peer writes as the server', code: 'if (!replicaId || isReserved(replicaId)) return false;', broken: 'if (!replicaId) return false;' },
    { rule: 'E5', fault: 'a peer writes as this phone', code: 'if (replicaId === state.knowledge.writer.replicaId) return false;', broken: '' },
    { rule: 'E5', fault: 'a peer writes under another one’s replica', code: '(state.knowledge.owners.get(replicaId) ?? userId) === userId', broken: 'state !== undefined && userId !== undefined' },
    { rule: 'F2', fault: 'a peer rejects what is not its own', code: "owners.get(parseEventId(id)?.replicaId ?? '') === userId &&", broken: "owners.has(parseEventId(id)?.replicaId ?? '') && userId !== '' &&" },
    { rule: 'S1', fault: 'another session’s messages count', code: 'if (data.sessionId !== undefined && data.sessionId !== context.state.facts.log.sessionId) return;', broken: '' },
    { rule: 'P3', fault: 'a message without events is shown alone', code: "else if (!data.events || protocol.asksAfterMessages ||", broken: "else if (protocol.asksAfterMessages ||" },
    { rule: 'D42', fault: 'a phone that believes no peer does not ask either', code: ' || context.state.catchUp.isMended)\n    requestCatchUpSoon(context);', broken: ')\n    requestCatchUpSoon(context);' },
    { rule: 'P3', fault: 'what a restaurant’s own system says is believed to the letter', code: 'fromUserId === undefined ? [] : recordsOf(context, message, fromUserId)', broken: "recordsOf(context, message, fromUserId ?? 'u2')" },
    { rule: 'peers', fault: 'what is sent twice is told twice', code: 'if (events.every(({ id }) => heard.has(id))) return true;', broken: '' },
  ]),
  ...faultsIn('sync/parts/table.ts', peers, [
    { rule: 'F2', fault: 'a rejection that no message bore is forgotten', code: "if (messages.length > 0) change(context, 'notifying', { untold: [] });", broken: "change(context, 'notifying', { untold: [] });" },
    { rule: 'F2', fault: 'a rejection is told with every message', code: "if (messages.length > 0) change(context, 'notifying', { untold: [] });", broken: '' },
  ]),
  ...faultsIn('sync/protocols/snapshot/own-events.ts', placement, [
    { rule: 'G3', fault: 'an order is told before it is on disk', code: 'if (!unsaved.has(eventId)) publish(', broken: 'if (eventId) publish(' },
  ]),
]; // prettier-ignore
