import { afterEach, describe, expect, test } from 'vitest'
import type { PrinterTimeouts } from '../../src/port/result.ts'
import { sendToPrinter } from '../../src/port/send.ts'
import { epson, type State, star } from './support/answers.ts'
import { type FakePrinter, printerThat } from './support/printer-that.ts'

let printer: FakePrinter | undefined
afterEach(() => printer?.close())

/** Jobs as ours begin: ESC @, and CAN for Star. */
const makes = [
  ['esc-pos', epson, '\x1b@A receipt.\n\x1dV\0'],
  ['star-prnt', star, '\x1b@\x18A receipt.\n\x1bd\0'],
] as const

describe.each(makes)('a printer of %s', (language, answers, receipt) => {
  const send = async (state: State, timeouts: PrinterTimeouts = {}) => {
    printer ??= await printerThat(answers(state))
    return await sendToPrinter(Buffer.from(receipt, 'latin1'), printer.address, { language, ...timeouts })
  }
  afterEach(async () => {
    await printer?.close()
    printer = undefined
  })
  const received = () => printer!.jobs.join('').includes('A receipt.')

  test('that is well has printed when it says so, job after job', async () => {
    for (let job = 0; job < 3; job++)
      expect(await send({})).toEqual({ outcome: 'sent', message: 'The printer has printed it.' })
    expect(printer!.jobs.join('').split('A receipt.')).toHaveLength(4)
  })

  test('whose roll is nearly at its end prints', async () => {
    expect(await send({ paper: 'low' })).toMatchObject({ outcome: 'sent' })
  })

  test.each<[State, string, string]>([
    [{ paper: 'out' }, 'paper_out', 'The printer is out of paper.'],
    [{ cover: true }, 'cover_open', "The printer's cover is open."],
    [{ offline: true }, 'offline', 'The printer is offline; check its lights and its feed button.'],
    [
      { error: true },
      'printer_error',
      'The printer reports an error; check its lights and its cutter, and turn it off and on.',
    ],
  ])('with %j says so, gets nothing, and is free for others', async (state, code, says) => {
    const closed = Promise.withResolvers<void>()
    printer = await printerThat(socket => {
      socket.once('close', closed.resolve)
      answers(state)(socket)
    })
    expect(await send(state)).toEqual({ outcome: 'unsent', code, message: says })
    expect(received()).toBe(false)
    await closed.promise
  })

  test('whose roll ends within the receipt has perhaps printed', async () => {
    expect(await send({ after: { paper: 'out' } })).toEqual({
      outcome: 'perhaps',
      code: 'paper_out',
      message: 'The printer is out of paper. Part of it may be printed.',
    })
    expect(received()).toBe(true)
  })

  test('that answers, but not when it has printed, has taken the receipt, and is waited for once', async () => {
    const state = { marks: false }
    expect(await send(state, { progressMs: 400 })).toEqual({
      outcome: 'sent',
      message: 'The printer has taken it.',
    })
    expect(await send(state, { progressMs: 60_000 })).toMatchObject({ outcome: 'sent' })
  })
})

describe.each(makes)('with %s', (language, _, receipt) => {
  test.each([
    ['a printer that says nothing', () => {}],
    ['one that says something else', (socket: { write(text: string): void }) => void socket.write('\x11hello\x13')],
  ])('%s gets its receipt', async (_, does) => {
    printer = await printerThat(does)
    const sent = await sendToPrinter(Buffer.from(receipt, 'latin1'), printer.address, { language, answerMs: 50 })
    expect(sent).toEqual({ outcome: 'sent', message: 'The printer has taken it.' })
    expect(printer.jobs[0]).toContain(receipt)
  })

  test('a printer that mustn’t be asked gets its receipt and nothing else', async () => {
    printer = await printerThat()
    await sendToPrinter(Buffer.from(receipt, 'latin1'), printer.address, { language, answerMs: 0 })
    expect(printer.jobs).toEqual([receipt])
  })

  test('one that hangs up when it is asked has nothing', async () => {
    printer = await printerThat(socket => socket.once('data', () => socket.resetAndDestroy()))
    const sent = await sendToPrinter(Buffer.from(receipt, 'latin1'), printer.address, { language })
    expect(sent).toMatchObject({ outcome: 'unsent' })
  })
})

test('reports that come unasked are no answers', async () => {
  // GS a's four bytes, the last three of which look like an answer to GS r.
  printer = await printerThat(socket => {
    socket.write(Buffer.of(0x10, 0x00, 0x0c, 0x0f))
    epson({ marks: false })(socket)
  })
  const sent = await sendToPrinter(Buffer.from('A receipt.\n'), printer.address, {
    language: 'esc-pos',
    progressMs: 400,
  })
  expect(sent).toEqual({ outcome: 'sent', message: 'The printer has taken it.' })
})
