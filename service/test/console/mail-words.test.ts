import { expect, test } from 'vitest'
import { attemptWords, statusWords } from '../../console/receipt/mail-words.ts'

const attempt = { number: 1, startedAt: '2026-11-20T12:00:00Z', endedAt: '2026-11-20T12:00:05Z' }

// Without a language, words are the names of their messages.
test.each([
  ['interrupted', undefined, 'mail.reason.interrupted'],
  ['interrupted', 'stopped', 'mail.reason.other'],
  ['interrupted', 'no_connection', 'mail.reason.other'],
  ['deferred', '421', 'mail.reason.wait'],
  ['failed', '421', 'mail.reason.gaveUp'],
  ['failed', '554', 'mail.reason.refused'],
] as const)('an attempt that is %s with the code %s is told as %s', (outcome, code, words) => {
  expect(attemptWords({ ...attempt, outcome, ...(code && { code }) })).toBe(words)
})

test.each([
  ['failed', '550', 'policy', 'mail.why.policy'],
  ['deferred', '450', 'greylisted', 'mail.why.greylisted'],
  // What says nothing leaves it to the code.
  ['failed', '554', 'other', 'mail.reason.refused'],
] as const)('an attempt that is %s with %s because of %s is told as %s', (outcome, code, reason, words) => {
  expect(attemptWords({ ...attempt, outcome, code, reason })).toBe(words)
})

const mail = {
  id: '1',
  kind: 'receipt' as const,
  ...{ customerEmailAddress: 'ada@example.com', messageId: '<1@example.com>' },
  ...{ createdAt: '2026-11-20T12:00:00Z', finishedAt: '2026-11-20T12:00:05Z' },
} as const

test.each([
  ['failed', 'unknown_mailbox', 'ask_address', 'mail.why.unknown_mailbox mail.todo.ask_address'],
  ['failed', 'policy', 'reputation', 'mail.why.policy mail.todo.reputation'],
  ['failed', 'other', 'none', 'mail.reason.refused'],
  ['bounced', 'mailbox_full', 'wait', 'mail.cameBack mail.why.mailbox_full mail.todo.wait'],
  ['complained', 'complaint', 'none', 'mail.why.complaint'],
] as const)('a mail that %s because of %s says what to do', (status, reason, remedy, words) => {
  const attempts = [{ ...attempt, outcome: 'failed', code: '550', reason }] as const
  expect(statusWords({ ...mail, status, reason, remedy, attempts: [...attempts] })).toBe(words)
})

test.each([
  [undefined, undefined, 'mail.sent'],
  [{}, undefined, 'mail.arrived'],
  [{}, 'network', 'mail.late mail.why.network'],
] as const)('a sent mail with the report %j because of %s is told as %s', (report, reason, words) => {
  const attempts = [{ ...attempt, outcome: 'sent' as const, code: '250' }]
  const told = report && { report: { receivedAt: '2026-11-20T12:05:00Z', words: '250 OK' } }
  expect(statusWords({ ...mail, status: 'sent', attempts, ...told, ...(reason && { reason }) })).toBe(words)
})
