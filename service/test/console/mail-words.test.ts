import { expect, test } from 'vitest'
import { attemptWords } from '../../console/receipt/mail-words.ts'

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
