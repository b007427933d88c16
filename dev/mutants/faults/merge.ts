import { faultsIn } from '../mutant.ts';

const view = ['tests/projections/merge/vectors.test.ts', 'tests/oracle/oracle.test.ts', 'tests/properties/merged.test.ts'] as const; // prettier-ignore
const identity = ['tests/events/order-and-identity.test.ts'] as const;
const log = ['tests/events/log.test.ts', 'tests/events/facts.test.ts', 'tests/sync/journal.test.ts'] as const;
const arbiter = ['tests/server-cart/rules/arbiter.test.ts', 'tests/server-cart/rules/arbiter-menu.test.ts', 'tests/server-cart/calls/cart-calls.test.ts'] as const; // prettier-ignore
const settled = [
  'tests/properties/stable-prefix.test.ts',
  'tests/projections/merge/stable-prefix.test.ts',
] as const;
const session = ['tests/properties/checkpoint.test.ts', 'tests/server-cart/log/checkpoints.test.ts', 'tests/server-cart/log/covers-grow.test.ts'] as const; // prettier-ignore

/** The merge's rules, on phone and server alike. */
export const merge = [
  ...faultsIn('events/log/clock.ts', identity, [
    { rule: 'T3', fault: 'the clock does not rise when the wall clock stands still', code: '[last[0], last[1] + 1]', broken: '[last[0], last[1]]' },
    { rule: 'T3', fault: 'the clock follows a stamp from far ahead', code: 'if (isAhead(at, now)) return last;', broken: '' },
    { rule: 'T3', fault: 'an earlier stamp sets the clock back', code: 'compareStamps(at, last) > 0 ? at : last', broken: 'at' },
    { rule: 'T4', fault: 'six minutes ahead count as time', code: '5 * 60_000', broken: '7 * 60_000' },
    { rule: 'T5', fault: 'the counter does not decide between equal wall times', code: 'a[0] - b[0] || a[1] - b[1]', broken: 'a[0] - b[0]' },
  ]),
  ...faultsIn('events/log/plain-text.ts', identity, [
    { rule: 'E3', fault: 'notes are not trimmed when they are minted', code: ".normalize('NFC').trim()", broken: ".normalize('NFC')" },
    { rule: 'E3', fault: 'a note may turn the order of a ticket’s line', code: '\\u202A-\\u202E', broken: '' },
  ]),
  ...faultsIn('events/item.ts', identity, [
    { rule: 'E3', fault: 'dropped modifiers count', code: 'if (quantity > 0) sums', broken: 'sums' },
    { rule: 'E3', fault: 'the quantity of a modifier is no part of the key', code: 'key += `${quantity}×${withLength(modifierProductId)}`', broken: 'key += withLength(modifierProductId)' },
    { rule: 'E3', fault: 'repeated modifiers are not summed', code: '(sums.get(modifierProductId) ?? 0) + quantity', broken: 'quantity' },
    { rule: 'E3', fault: 'notes are no part of the key', code: 'return `${variantKey(item)}|${item.notes}`;', broken: 'return variantKey(item);' },
  ]),
  ...faultsIn('events/records/log.ts', log, [
    { rule: 'E6', fault: 'the second event of an id takes the place of the first', code: 'const entry = log.entries.has(event.id) ? undefined : entryOf(event);\n  if (!entry) return;', broken: 'const entry = entryOf(event);\n  if (!entry) return;\n  log.entries = log.entries.without([event.id]);' },
    { rule: 'F1', fault: 'an older snapshot that comes late counts', code: 'const counts = !log.snapshot || snapshot.version >= log.snapshot.version;', broken: 'const counts = true;' },
    { rule: 'F1', fault: 'of equal versions the earlier snapshot counts', code: 'snapshot.version >= log.snapshot.version;', broken: 'snapshot.version > log.snapshot.version;' },
    { rule: 'F1', fault: 'covers shrink with a smaller answer', code: 'log.joinedCovers = union(log.joinedCovers, snapshot.covers);', broken: 'log.joinedCovers = snapshot.covers;' },
    { rule: 'F1', fault: 'a plain server’s covers are joined with others', code: 'snapshot && isPlain(snapshot) ? snapshot.covers : joinedCovers', broken: 'joinedCovers' },
    { rule: 'G2', fault: 'nothing that is settled leaves the memory', code: 'const gone = covered.filter((entry) => !stays.has(entry))', broken: 'const gone = covered.filter(() => false)' },
    { rule: 'G2', fault: 'who writes as a replica is forgotten', code: 'const stays = new Set(last.values());', broken: 'const stays = new Set<LogEntry>();' },
  ]),
  ...faultsIn('events/records/log.ts', [...identity, ...view], [
    { rule: 'T5', fault: 'the replica id does not decide between equal stamps', code: 'compareText(a.replicaId, b.replicaId) || ', broken: '' },
  ]),
  ...faultsIn('projections/merge/known.ts', view, [
    { rule: 'V1', fault: 'events show before what their author had seen', code: 'if (!isRejected && (!each || !isPastKnown(each))) break;', broken: 'if (!isRejected && !each) break;' },
    { rule: 'V1', fault: 'a rejected event leaves a gap for ever', code: 'const isRejected = rejected.has(eventId(replica, seq));', broken: 'const isRejected = false;' },
    { rule: 'V1', fault: 'an event that comes before the one before it shows', code: 'return seq === reach(vector, replicaId) + 1 && ', broken: 'return seq > reach(vector, replicaId) && ' },
    { rule: 'V2', fault: 'a rejected event is live', code: 'if (!isRejected) live.push(each!);', broken: 'if (each) live.push(each);' },
    { rule: 'V6', fault: 'what waits is listed in the order in which it came', code: '.map(({ event }) => event.id)\n    .sort();', broken: '.map(({ event }) => event.id);' },
    { rule: 'V1', fault: 'what became known goes on waiting', code: 'seq >= next(replicaId) && ', broken: '' },
  ]),
  ...faultsIn('projections/merge/removals.ts', view, [
    { rule: 'V3', fault: 'a clear empties what it had not seen', code: 'seq <= (table.get(replicaId) ?? 0) ||', broken: 'table.size > 0 ||' },
    { rule: 'V3', fault: 'a clear of one diner takes everybody’s', code: "if (removal.type === 'cartCleared' && removal.scope === 'user')", broken: "if (removal.type === 'cartCleared' && removal.userId === '')" },
    { rule: 'V3', fault: 'what an order kept is void', code: 'return isSeen && (!kept.has(event.id) || removals.some((removal) => removes(removal, entry)));', broken: 'return isSeen;' },
    { rule: 'V3', fault: 'what one order kept no other cut takes', code: '(!kept.has(event.id) || removals.some((removal) => removes(removal, entry)))', broken: '!kept.has(event.id)' },
    { rule: 'V3', fault: 'of several cuts only the last counts', code: 'Math.max(seen.get(replica) ?? 0, removal.seen[replica]!)', broken: 'removal.seen[replica]!' },
  ]),
  ...faultsIn('projections/merge/base.ts', view, [
    { rule: 'V4', fault: 'a rejected event spares a diner’s base', code: ' || rejected.has(event.id)) continue;', broken: ') continue;' },
    { rule: 'V4', fault: 'a clear leaves the carts of a plain server', code: 'return [...covered].every(([replica, seq]) => seq <= reach(removal.seen, replica));', broken: 'return false;' },
    { rule: 'V4', fault: 'a late cut takes a base that is newer', code: 'return [...covered].every(([replica, seq]) => seq <= reach(removal.seen, replica));', broken: 'return covered !== undefined;' },
    { rule: 'V4', fault: 'a clear of one diner takes another one’s base', code: 'if (!isInScope(removal, userId)) return false;', broken: '' },
  ]),
  ...faultsIn('projections/merge/line-fold.ts', view, [
    { rule: 'V5a', fault: 'the id that was added is no alias', code: 'copyLine(line, line.quantity + quantity, addIds(line, lineId))', broken: 'copyLine(line, line.quantity + quantity)' },
    { rule: 'V5a', fault: 'an add to a line sets its quantity', code: 'line.quantity + quantity, addIds', broken: 'quantity, addIds' },
    { rule: 'V5b', fault: 'a line at 0 stays', code: 'if (line.quantity > event.quantity) lines', broken: 'if (line.quantity >= event.quantity) lines' },
    { rule: 'V5b', fault: 'a decrease finds a line that was cleared and added again', code: '(isAnyLine || line.fromBase) && ', broken: '' },
    { rule: 'V5b', fault: 'a plain server’s line is not found by its key', code: '(isAnyLine || line.fromBase) && ', broken: 'isAnyLine && ' },
    { rule: 'V5', fault: 'a line id finds a line of another dish', code: 'hasId(line, lineId) && areSameVariant(line.item, item)', broken: 'hasId(line, lineId)' },
    { rule: 'V5', fault: 'the key goes before the line id', code: 'if (hasId(line, lineId) && areSameVariant(line.item, item)) return index;', broken: 'if (haveSameKey(line.item, item) || (hasId(line, lineId) && areSameVariant(line.item, item))) return index;' },
    { rule: 'V5c', fault: 'joined lines forget the edited line’s own id', code: 'addIds(joined, line.lineId, ...line.aliases)', broken: 'addIds(joined, ...line.aliases)' },
    { rule: 'V5c', fault: 'joined lines lose the edited one’s quantity', code: 'joined.quantity + line.quantity', broken: 'joined.quantity' },
    { rule: 'V5c', fault: 'lines with equal notes stay apart', code: 'if (other < 0) {', broken: 'if (other < 1_000) {' },
  ]),
  ...faultsIn('projections/merge/timeline.ts', view, [
    { rule: 'V5', fault: 'a late event is folded where it arrives', code: 'if (!last || compareEntries(last, first) < 0) return appendEntries', broken: 'if (stretches) return appendEntries' },
    { rule: 'V4', fault: 'a base that a cut took stays', code: 'return base.length === 0 ? timeline : buildTimeline(cart.userId, [], entriesFrom(timeline, 0));', broken: 'return base.length === 0 ? timeline : buildTimeline(cart.userId, base, entriesFrom(timeline, 0));' },
    { rule: 'G1', fault: 'lines that changed keep their old object', code: 'isSame ? before', broken: 'isSame || lines.length === before.lines.length ? before' },
  ]),
  ...faultsIn('projections/merge/timeline.ts', ['tests/projections/merge/order-part.test.ts', 'tests/properties/without.test.ts'], [
    { rule: 'O5', fault: 'a line is without what joined it', code: 'if (joined >= 0) events[joined]!.push(...gone);', broken: '' },
    { rule: 'O5', fault: 'a line is without what was taken from it', code: 'else if (found >= 0) events[found]!.push(entry);', broken: "else if (found >= 0 && event.type !== 'itemDecreased') events[found]!.push(entry);" },
    { rule: 'O5', fault: 'what is gone goes on under the line after it', code: 'const [gone = []] = events.splice(found, 1);', broken: 'const gone = events[found] ?? [];' },
  ]),
  ...faultsIn('projections/feed/line-fate.ts', ['tests/projections/feed/line-fate.test.ts'], [
    { rule: 'O5', fault: 'an order that left a line out ends it', code: ' && !hasKept(each, line)', broken: '' },
  ]),
  ...faultsIn('projections/feed/activity.ts', ['tests/projections/feed/activity.test.ts'], [
    { rule: 'O5', fault: 'a line’s story does not name the order that left it out', code: 'if (hasKept(each, line)) return true;', broken: '' },
    { rule: 'T4', fault: 'what was minted anew is told as refused', code: 'return code === undefined || !isCreatedAgain(event, code);', broken: 'return code === undefined || isCreatedAgain !== undefined;' },
  ]),
  ...faultsIn('projections/merge/explain.ts', ['tests/projections/merge/explain.test.ts'], [
    { rule: 'O5', fault: 'an order does not say what it left in the cart', code: 'keeps: idsOf(keeps)', broken: 'keeps: []' },
  ]),
  ...faultsIn('projections/merge/line-fold.ts', ['tests/projections/merge/order-part.test.ts'], [
    { rule: 'O5', fault: 'a line is not found by an alias', code: 'return ids.has(lineId) || aliases.some((alias) => ids.has(alias));', broken: 'return ids.has(lineId) || (aliases.length > 99 && ids.size > 0);' },
  ]),
  ...faultsIn('projections/merge/register-values.ts', view, [
    { rule: 'V5d', fault: 'a value of the snapshot wins over a later one', code: '!isOlder(last, snapshot?.[stampField])', broken: '!snapshot?.[stampField]' },
    { rule: 'V5d', fault: 'an older number of guests than the snapshot’s counts', code: '!isOlder(last, snapshot?.[stampField])', broken: "(field === 'guests' || !isOlder(last, snapshot?.[stampField]))" },
    { rule: 'V5d', fault: 'an older order type than the snapshot’s counts', code: '!isOlder(last, snapshot?.[stampField])', broken: "(field === 'orderType' || !isOlder(last, snapshot?.[stampField]))" },
    { rule: 'V5e', fault: 'an older order than the snapshot’s is the last', code: '!isOlder(last, snapshot?.[stampField])', broken: "(field === 'lastOrderId' || !isOlder(last, snapshot?.[stampField]))" },
    { rule: 'V5d', fault: 'the value that came last counts', code: 'if (!last || compareEntries(last, entry) < 0) setters', broken: 'setters' },
  ]),
  ...faultsIn('projections/merge/cart-view.ts', view, [
    { rule: 'V6', fault: 'empty carts are listed', code: 'for (const { cart } of timelines) if (cart.lines.length > 0) all.push(cart);', broken: 'for (const { cart } of timelines) all.push(cart);' },
    { rule: 'F2', fault: 'a rejected clear goes on clearing', code: 'if (news.rejected.some((id) => undoesRemovalOrValue(id, known.vector, knowledge))) return true;', broken: '' },
    { rule: 'G1', fault: 'a new base changes nothing', code: 'if (news.snapshot && (hasBase || hasCarts(knowledge) || !isSameVector(covers, knowledge.covers)))\n    return true;', broken: '' },
    { rule: 'V4', fault: 'a base’s event that is heard of late spares nothing', code: 'return news.entries.some(isCovered) ||', broken: 'return' },
  ]),
  ...faultsIn('projections/merge/stable-prefix.ts', settled, [
    { rule: 'F4', fault: 'a cut is settled without what it voids', code: 'items.every((entry) => isStable(entry) || !removes(removal, entry))', broken: 'items.length >= 0' },
    { rule: 'F4', fault: 'an event of an unknown type is settled', code: 'if (!entry.upcast && isStable(entry)) shorten(entry);', broken: 'void entry;' },
    { rule: 'F4', fault: 'what is in the cart is settled', code: 'if (!isRemoved(entry) && isStable(entry)) shorten(entry);', broken: 'void isRemoved;' },
  ]),
  ...faultsIn('projections/merge/stable-prefix.ts', [...settled, ...session], [
    { rule: 'F1', fault: 'the settled vector is begun anew with each news', code: 'const stable = { ...before };', broken: 'const stable: Record<string, number> = {};' },
  ]),
  ...faultsIn('events/records/join.ts', ['tests/properties/join.test.ts'], [
    { rule: 'F1', fault: 'joined knowledge forgets what one side covered', code: 'const joinedCovers = union(a.joinedCovers, b.joinedCovers);', broken: 'const joinedCovers = a.joinedCovers;' },
  ]),
  ...faultsIn('server/ordering/cart/rules/arbiter.ts', arbiter, [
    { rule: 'E5', fault: 'anybody writes under anybody’s replica', code: "if (isReserved(replicaId) || isForeign) return", broken: 'if (isReserved(replicaId)) return' },
    { rule: 'E8', fault: 'a phone may write as the server or the desk', code: "if (isReserved(replicaId) || isForeign) return", broken: 'if (isForeign) return' },
    { rule: 'E6', fault: 'a second content under a known id is confirmed', code: 'return isSameJson(first.event, event)\n', broken: 'return first\n' },
    { rule: 'G4', fault: 'events are taken out of order', code: "if (seq > reach(known, replicaId) + 1) return { kind: 'held', missing: { [replicaId]: seq - 1 } };", broken: '' },
    { rule: 'E5', fault: 'an event of another diner is taken', code: "if (event.userId !== userId) return { kind: 'rejected', code: rejections.notYours };", broken: '' },
    { rule: 'T4', fault: 'an event from far ahead is taken', code: "if (isAhead(event.at, now)) return { kind: 'rejected', code: rejections.clockAhead };", broken: '' },
    { rule: 'E5', fault: 'an event is taken before what its author had seen', code: "if (Object.keys(missing).length > 0) return { kind: 'held', missing };", broken: '' },
    { rule: 'O3', fault: 'a change that comes too late for an order is taken', code: 'return isTooLate(cart, event) ? rejections.alreadyOrdered : undefined;', broken: 'return isTooLate.length > 9 ? rejections.alreadyOrdered : undefined;' },
    { rule: 'F2', fault: 'what was rejected is judged anew', code: "if (code !== undefined) return { kind: 'refused', code };", broken: '' },
    { rule: 'O1', fault: 'a phone may mint an order', code: " || event.type === 'orderPlaced')\n", broken: ')\n' },
  ]),
  ...faultsIn('server/ordering/cart/rules/too-late.ts', arbiter, [
    { rule: 'O5', fault: 'a line that an order kept counts as taken', code: 'kept.size > 0 && isKept(entries)', broken: 'kept.size < 0 && isKept(entries)' },
    { rule: 'O3', fault: 'what is left of a line can no longer be changed', code: '    JSON.stringify(linesOf(merged.view, event.userId)) === JSON.stringify(computeLinesAfter(merged, event))\n', broken: '    true\n' },
  ]),
  ...faultsIn('server/ordering/cart/log/compaction.ts', session, [
    { rule: 'F1', fault: 'a session goes on from a checkpoint with nothing settled', code: '    stable: covers,\n', broken: '    stable: {},\n' },
    { rule: 'F2', fault: 'a checkpoint forgets what was rejected', code: 'rejected: listRejected(log, {}), clock', broken: 'rejected: [], clock' },
    { rule: 'T3', fault: 'a checkpoint forgets the clock', code: "clock: log.clock };", broken: 'clock: [0, 0] };' },
  ]),
  ...faultsIn('server/ordering/cart/server-events.ts', ['tests/server-cart/rules/server-events.test.ts'], [
    { rule: 'T3', fault: 'what the server says sorts before what it answers', code: 'clock = nextStamp(clock, now);', broken: 'clock = [now, 0];' },
    { rule: 'T2', fault: 'the server uses a number twice', code: 'let seq = known[serverReplica] ?? 0;', broken: 'let seq = Math.max(0, (known[serverReplica] ?? 0) - 1);' },
  ]),
  // What only some of the logs show is looked for in all that there are.
  ...faultsIn('projections/merge/line-fold.ts', ['tests/oracle/vectors.test.ts', 'tests/properties/merged.test.ts', 'tests/oracle/oracle.test.ts'], [
    { rule: 'V5c', fault: 'joined lines forget the other ids', code: 'addIds(joined, line.lineId, ...line.aliases)', broken: 'addIds(joined, line.lineId)' },
  ]),
  ...faultsIn('projections/merge/base.ts', ['tests/projections/merge/vectors.test.ts', 'tests/oracle/oracle.test.ts'], [
    { rule: 'V4', fault: 'a base line of quantity 0 stands in the cart', code: '.filter(({ quantity }) => quantity > 0)', broken: '' },
  ]),
  ...faultsIn('projections/merge/cart-view.ts', ['tests/server-cart/rules/placement-rules.test.ts'], [
    { rule: 'O1', fault: 'the view of a cut shows what came after it', code: 'seq <= seen[replica]!;', broken: 'seq <= seen[replica]! + 1;' },
  ]),
  ...faultsIn('server/ordering/cart/server-events.ts', ['tests/server-cart/calls/order-calls.test.ts'], [
    { rule: 'O1', fault: 'an order takes everything that is known', code: 'seen: seen ?? past,', broken: 'seen: past,' },
  ]),
  ...faultsIn('events/records/log.ts', ['tests/sync/journal.test.ts', 'tests/events/log.test.ts', 'tests/sync/parts/disk.test.ts'], [
    { rule: 'G2', fault: 'an own event without an answer is let go', code: ' || pending.has(entry.event.id)) continue;', broken: ') continue;' },
    { rule: 'F3', fault: 'a confirmed event stays pending', code: 'if (!log.accepted.has(id) && !log.rejected.has(id) && log.entries.has(id))', broken: 'if (log.entries.has(id))' },
  ]),
]; // prettier-ignore
