import { describe, expect, test } from 'vitest'
import { type Condition, dialectOf } from '../../src/port/dialects.ts'
import type { PrinterSession } from '../../src/port/printer-session.ts'

/** A printer that answers each question with the next of these, or not at all; and what it was asked. */
function printer(answers: readonly (readonly number[] | undefined)[], before: readonly number[] = []) {
  let heard = Uint8Array.from(before)
  const asked: number[][] = []
  const session: PrinterSession = {
    get heard() {
      return heard
    },
    say(bytes) {
      heard = Uint8Array.from([...heard, ...(answers[asked.length] ?? [])])
      asked.push([...bytes])
    },
    until: async read => read(heard),
  }
  return { session, asked }
}

const conditionOf = async (language: 'esc-pos' | 'star-prnt', ...answers: (readonly number[] | undefined)[]) =>
  await dialectOf(language).condition(printer(answers).session, 100)

describe('ESC/POS', () => {
  const [online, offline] = [[0x12], [0x1a]]
  const [paper, low, out] = [[0x12], [0x1e], [0x72]]

  test.each<[string, (readonly number[] | undefined)[], Condition | undefined]>([
    ['all is well', [online, paper], { isLow: false }],
    ['the roll is nearly at its end', [online, low], { isLow: true }],
    ['either sensor says so', [online, [0x16]], { isLow: true }],
    ['it has no paper', [offline, out, [0x32]], { fault: 'paper_out', isLow: true }],
    ['it has no paper, though it is online', [online, out, [0x12]], { fault: 'paper_out', isLow: true }],
    ['the cover is open, so there is no paper', [offline, out, [0x36]], { fault: 'cover_open', isLow: true }],
    ['the cover is open', [offline, paper, [0x16]], { fault: 'cover_open', isLow: false }],
    ['it is offline because of the paper', [offline, paper, [0x32]], { fault: 'paper_out', isLow: false }],
    ['an error', [offline, paper, [0x52]], { fault: 'printer_error', isLow: false }],
    ['no paper, and an error of which that is the reason', [offline, out, [0x52]], { fault: 'paper_out', isLow: true }],
    ['offline, and nothing else', [offline, paper, [0x12]], { fault: 'offline', isLow: false }],
    ['it says no more', [offline], { fault: 'offline', isLow: false }],
    ['it says nothing', [], undefined],
    ['something else', [[0x11, 0x41]], undefined],
    // A report that comes unasked, and an answer to an earlier GS r, aren't answers.
    ['among others', [[0x10, 0x12, 0x1a, 0x12, 0x12], [0x00, 0x72], [0x16]], { fault: 'cover_open', isLow: true }],
  ])('%s', async (_, answers, expected) => {
    expect(await conditionOf('esc-pos', ...answers)).toEqual(expected)
  })

  test('asks in real time, and no more than it has to', async () => {
    const well = printer([online, paper])
    await dialectOf('esc-pos').condition(well.session, 100)
    expect(well.asked).toEqual([
      [0x10, 0x04, 1],
      [0x10, 0x04, 4],
    ])
    const off = printer([offline, paper, [0x12]], [0x1a, 0x12])
    await dialectOf('esc-pos').condition(off.session, 100)
    expect(off.asked).toHaveLength(3)
  })

  test('has printed a job when it answers what stands behind it', () => {
    const { bytes, isReached } = dialectOf('esc-pos').mark(printer([], [0x00]).session)
    expect([...bytes]).toEqual([0x1d, 0x72, 1])
    expect(isReached(Uint8Array.of(0x00))).toBe(false)
    expect(isReached(Uint8Array.of(0x00, 0x12))).toBe(false)
    expect(isReached(Uint8Array.of(0x00, 0x12, 0x03))).toBe(true)
    expect(isReached(Uint8Array.of(0x00, 0x10, 0x00, 0x03, 0x0f))).toBe(false)
  })
})

describe('Star', () => {
  /** A report of nine bytes. */
  const report = (changes: Readonly<Record<number, number>> = {}) =>
    Array.from({ length: 9 }, (_, at) => changes[at] ?? (at === 0 ? 0x23 : at === 1 ? 0x06 : 0))
  const counted = (count: number) => report({ 7: ((count & 7) << 1) | ((count & 0x18) << 2) })

  test.each<[string, number[], Condition | undefined]>([
    ['all is well', report(), { isLow: false }],
    ['the roll is nearly at its end', report({ 5: 0x04 }), { isLow: true }],
    ['no paper', report({ 2: 0x08, 5: 0x0c }), { fault: 'paper_out', isLow: true }],
    ['the cover is open', report({ 2: 0x28, 5: 0x0c }), { fault: 'cover_open', isLow: true }],
    ['mechanism', report({ 2: 0x08, 3: 0x04 }), { fault: 'printer_error', isLow: false }],
    ['cutter', report({ 3: 0x08 }), { fault: 'printer_error', isLow: false }],
    ['nothing to recover', report({ 3: 0x20 }), { fault: 'printer_error', isLow: false }],
    ['black mark', report({ 4: 0x02 }), { fault: 'printer_error', isLow: false }],
    ['presenter', report({ 4: 0x04 }), { fault: 'printer_error', isLow: false }],
    ['head', report({ 4: 0x08 }), { fault: 'printer_error', isLow: false }],
    ['a hot head, which cools down', report({ 3: 0x40 }), { isLow: false }],
    ['offline, and nothing else', report({ 2: 0x08 }), { fault: 'offline', isLow: false }],
    ['behind something else', [0x11, 0x00, ...report({ 2: 0x08 })], { fault: 'offline', isLow: false }],
    ['one of six bytes', [0x0d, 6, 0x08, 0, 0, 0], { fault: 'offline', isLow: false }],
    ['one of five is none', [0x0b, 6, 0x08, 0, 0], undefined],
    ['half a report', report().slice(0, 8), undefined],
    ['nothing', [], undefined],
  ])('%s', async (_, answer, expected) => {
    expect(await conditionOf('star-prnt', answer)).toEqual(expected)
  })

  test('takes no earlier report for an answer', async () => {
    const off = printer([report()], report({ 2: 0x08 }))
    expect(await dialectOf('star-line').condition(off.session, 100)).toEqual({ isLow: false })
    expect(off.asked).toEqual([[0x1b, 0x06, 0x01]])
    const silent = printer([], report())
    expect(await dialectOf('star-line').condition(silent.session, 100)).toBeUndefined()
  })

  test('has printed a job when its counter says so, not when the job before left it so', () => {
    const first = dialectOf('star-prnt').mark(printer([], counted(0)).session)
    expect([...first.bytes]).toEqual([0x17])
    expect(first.isReached(Uint8Array.from(counted(0)))).toBe(false)
    expect(first.isReached(Uint8Array.from([...counted(0), ...counted(1)]))).toBe(true)
    const next = dialectOf('star-prnt').mark(printer([], counted(1)).session)
    expect([...next.bytes]).toEqual([0x17, 0x17])
    expect(next.isReached(Uint8Array.from(counted(1)))).toBe(false)
    expect(next.isReached(Uint8Array.from(counted(2)))).toBe(true)
    expect(next.isReached(Uint8Array.from(counted(18)))).toBe(false)
    // One that doesn't count never says so.
    const none = dialectOf('star-prnt').mark(printer([], []).session)
    expect(none.isReached(Uint8Array.of(0x0d, 6, 0, 0, 0, 0))).toBe(false)
  })
})
