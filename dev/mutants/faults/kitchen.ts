import { faultsIn } from '../mutant.ts';

export const kitchen = [
  ...faultsIn('server/service/kitchen/tickets/printer-text.ts', ['tests/kitchen/steering.test.ts', 'tests/kitchen/tickets.test.ts'], [
    { rule: 'tickets', fault: 'Big5 is written with the characters of Hong Kong, which other printers do not know', code: "big5: { encoding: 'cp950',", broken: "big5: { encoding: 'big5' as 'cp950'," },
    { rule: 'tickets', fault: 'what steers is not dropped', code: 'const normalised = removeControlCharacters(text)', broken: 'const normalised = text' },
    { rule: 'tickets', fault: 'characters of another length are sent all the same', code: "bytes.length === bytesOfCharacter && ", broken: '' },
    { rule: 'tickets', fault: 'a number in a circle becomes a digit of another one', code: String.raw`if (/\p{No}/u.test(cluster)) return undefined;`, broken: '' },
    { rule: 'tickets', fault: 'a character that is lost is not told', code: 'isWhole &&= nearest !== undefined;', broken: '' },
    { rule: 'tickets', fault: 'Chinese is counted as wide as letters', code: "charset === 'latin' ? 1 : 2;", broken: '1;' },
    { rule: 'tickets', fault: 'what does not fit into a line is dropped', code: 'of fits(part) ? [part] : part) add(each);', broken: 'of fits(part) ? [part] : []) add(each);' },
  ]),
  ...faultsIn('server/service/kitchen/tickets/ticket-page.ts', ['tests/kitchen/steering.test.ts', 'tests/kitchen/tickets.test.ts'], [
    { rule: 'tickets', fault: 'what a diner types is markup', code: 'marks + escapeText(pad + each + pad) + marks', broken: 'marks + pad + each + pad + marks' },
    { rule: 'tickets', fault: 'only the marks of lines are taken literally', code: String.raw`/[^0-9A-Za-z\u0080-\u{10FFFF}]/gu`, broken: String.raw`/[\\|{}]/gu` },
    { rule: 'tickets', fault: 'notes look like all else', code: "inverted: { marks: '\"`',", broken: "inverted: { marks: '\"'," },
    { rule: 'tickets', fault: 'a dish without a name loses its quantity', code: "first === undefined && amount === ''", broken: 'first === undefined' },
    { rule: 'tickets', fault: 'a note ends with its first line', code: String.raw`text.split(/\r?\n/).flatMap(`, broken: String.raw`text.split(/\r?\n/).slice(0, 1).flatMap(` },
  ]),
  ...faultsIn('server/service/kitchen/tickets/ticket-bytes.ts', ['tests/kitchen/tickets.test.ts', 'tests/kitchen/steering.test.ts'], [
    { rule: 'tickets', fault: 'a reprint does not say so', code: 'if (copy > 0)', broken: 'if (copy > 99)' },
    { rule: 'tickets', fault: 'the first print says that it is a reprint', code: 'if (copy > 0)', broken: 'if (copy >= 0)' },
    { rule: 'tickets', fault: 'the paper is not cut', code: 'close: () => generic.cut()', broken: "close: () => ''" },
    { rule: 'tickets', fault: 'the time is the server’s', code: '    timeZone,\n', broken: '' },
  ]),
  ...faultsIn('server/menu/stations.ts', ['tests/kitchen/tickets.test.ts', 'tests/kitchen/steering.test.ts'], [
    { rule: 'tickets', fault: 'a printer without Chinese gets Chinese words', code: "charset === 'latin' ? 'en-US' : language", broken: 'language' },
  ]),
  ...faultsIn('server/service/kitchen/printers/send-to-printer.ts', ['tests/kitchen/printer-faults.test.ts'], [
    { rule: 'printers', fault: 'a ticket counts as printed once it is sent', code: 'const printed = await answer;', broken: 'const printed = await Promise.race([answer, Promise.resolve(0)]);' },
    { rule: 'printers', fault: 'a printer without paper gets the ticket', code: "if (isPaperOut(paper)) return", broken: "if (isPaperOut(paper) && paper < 0) return" },
    { rule: 'printers', fault: 'a printer that is offline gets the ticket', code: "if (!isOffline(state)) return 'ready';", broken: "if (state >= 0) return 'ready';" },
    { rule: 'printers', fault: 'who runs out of paper within the ticket is said to have nothing of it', code: 'createFailure(state.problem, state.detail, true)', broken: 'createFailure(state.problem, state.detail)' },
    { rule: 'printers', fault: 'a printer that falls silent has printed', code: "if (state === 'mute') return createSilent('it answered before the ticket, and no more');", broken: "if (state === 'mute') return { ok: true };" },
    { rule: 'printers', fault: 'a printer that never answers gets no ticket', code: "if (state === 'gone') return createFailure('cutOff', 'it hung up before the ticket');", broken: "if (state === 'gone' || state === 'mute') return createFailure('cutOff', 'it hung up before the ticket');" },
    { rule: 'printers', fault: 'a connection that broke within the ticket leaves nothing on paper', code: "'the connection broke within the ticket', true)", broken: "'the connection broke within the ticket')" },
    { rule: 'printers', fault: 'the connection stays open after the ticket', code: '    line.close();\n', broken: '' },
  ]),
  ...faultsIn('server/service/kitchen/printers/printer-line.ts', ['tests/kitchen/printer-faults.test.ts'], [
    { rule: 'printers', fault: 'a printer is waited for without end', code: "setTimeout(() => done('late'), withinMs)", broken: "setTimeout(() => done('late'), withinMs * 1_000)" },
    { rule: 'printers', fault: 'a broken connection is waited for like a slow one', code: "socket.once('close', gone);", broken: '' },
    { rule: 'printers', fault: 'any answer is taken for the one that was asked for', code: 'if (answer.kind === kind) done(answer.byte);', broken: 'done(answer.byte);' },
    { rule: 'printers', fault: 'a fault of the connection ends the server', code: "  socket.on('error', (error) => {\n    fault = error.message;\n  });\n", broken: '' },
  ]),
  ...faultsIn('server/service/kitchen/printers/printer-answers.ts', ['tests/kitchen/printer-answers.test.ts'], [
    { rule: 'printers', fault: 'automatic status is taken for an answer', code: 'skipped = restOfAutomaticStatus;', broken: 'skipped = 0;' },
  ]),
  ...faultsIn('server/service/kitchen/queue/print-queue.ts', ['tests/server/kitchen/print-queue.test.ts'], [
    { rule: 'D48', fault: 'a later ticket goes before one that waits', code: "    .where('turn', '=', 1)\n", broken: '' },
    { rule: 'D48', fault: 'two processes print the same ticket', code: "    .where('next_at', '=', job.next_at)\n", broken: '' },
  ]),
  ...faultsIn('server/service/kitchen/queue/finish-job.ts', ['tests/server/kitchen/print-queue.test.ts'], [
    { rule: 'D48', fault: 'half a ticket is printed as if it were the first', code: '...(!mayBePrinted && { begun_at: job.begun_at }),', broken: 'begun_at: job.begun_at,' },
    { rule: 'D48', fault: 'a round counts as sent where a station has no printer', code: 'dishes.every((line) => printing.has(stationOf(line)))', broken: 'dishes.length > 0' },
  ]),
  ...faultsIn('server/menu/printers.ts', ['tests/server/printers/printer-page.test.ts'], [
    { rule: 'CX47', fault: 'two printers print the bills', code: 'other.bills && !settings.bills', broken: 'other.bills' },
  ]),
  ...faultsIn('server/back-office/printers/routes.ts', ['tests/server/printers/printer-page.test.ts'], [
    { rule: 'CX47', fault: 'an owner lets the server connect to any port', code: "throw refuse('badPort', ", broken: "refuse('badPort', " },
    { rule: 'CX47', fault: 'a station is removed although dishes are made there', code: "throw refuse('stationInUse')", broken: "refuse('stationInUse')" },
  ]),
  ...faultsIn('server/service/kitchen/queue/create-paper.ts', ['tests/server/kitchen/print-queue.test.ts'], [
    { rule: 'D48', fault: 'a void is printed after a ticket that lacks the dish', code: 'isChange && (await isOnRoundTicket(db, job))', broken: 'isChange && !job.id' },
    { rule: 'D48', fault: 'a void while its ticket is printed is on no paper', code: '(own.begun_at ?? 0) > at + storedWithinMs', broken: 'own.printed_at > at' },
    { rule: 'D48', fault: 'every station prints everything', code: ' && stations.stationOf(line) === station.id', broken: '' },
  ]),
  ...faultsIn('server/service/kitchen/queue/queue-tickets.ts', ['tests/server/kitchen/print-queue.test.ts'], [
    { rule: 'CX18', fault: 'a reprint looks like the first print', code: "what: { kind: 'reprint', copy }", broken: "what: { kind: 'reprint', copy: 0 * copy }" },
  ]),
]; // prettier-ignore
