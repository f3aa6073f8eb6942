import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { codeOf, TillError } from '../basics/errors.ts'
import { readPrinter } from '../paper/printer.ts'
import type { PrintingOptions } from '../paper/printing.ts'
import { type Condition, dialectOf, faults, type Language } from '../port/dialects.ts'
import { openSession } from '../port/printer-session.ts'
import { defaultTimeouts, type PrintResult, readAddress } from '../port/result.ts'
import { connectTo } from '../port/tcp.ts'
import { type Found, fail, ok, warn } from './finding.ts'

/** The printer: whether it is there, and what it says of itself. Prints nothing. Undefined if there is none in the settings. */
export async function checkPrinter({ to, printer = {} }: PrintingOptions): Promise<Found | undefined> {
  if (to === undefined) return undefined
  try {
    const { language, model, columns } = readPrinter(printer)
    const { problem, condition } = await askPrinter(to, language)
    const named = `${model ?? 'A printer whose model nobody named'}, ${language}, ${columns} columns`
    if (problem)
      return fail(problem.message, 'Turn it on, check its cable and address, and that no other till is using it.')
    if (condition?.fault !== undefined) return fail(faults[condition.fault], 'Fix it, and check again.')
    if (condition?.isLow) return warn(`${named}: the roll is nearly at its end.`, 'Have a new one at hand.')
    if (condition) return ok(`${named}: paper in, cover closed.`)
    if (!to.startsWith('tcp:')) return ok(`${named}: it can be written, and isn't asked for its paper there.`)
    const mend = 'Check that its model or language is right; many printers never answer, but print anyway.'
    return warn(`${named}: it doesn't answer about its paper and cover.`, mend)
  } catch (error) {
    if (!(error instanceof TillError)) throw error
    return fail(error.message, 'Set printer and printerModel.')
  }
}

/** What is known of a printer without printing: why it can't be reached, or what it says of itself; neither if it says nothing. */
interface PrinterStatus {
  problem?: PrintResult
  condition?: Condition
}

/** Asks a printer how it is, and prints nothing. Only one on the network is asked. @throws TillError if the address is none */
async function askPrinter(to: string, language: Language): Promise<PrinterStatus> {
  const address = readAddress(to)
  if ('file' in address) return await tryFile(address.file)
  const socket = await connectTo(address, defaultTimeouts.connectMs)
  if ('outcome' in socket) return { problem: socket }
  // What breaks now is no answer.
  socket.on('error', () => {})
  const condition = await dialectOf(language).condition(openSession(socket), defaultTimeouts.answerMs)
  socket.destroySoon()
  return { ...(condition && { condition }) }
}

async function tryFile(file: string): Promise<PrinterStatus> {
  try {
    await access(file, constants.W_OK)
    return {}
  } catch (error) {
    const code = codeOf(error)
    return { problem: { outcome: 'unsent', code, message: `${file} can't be written (${code}).` } }
  }
}
