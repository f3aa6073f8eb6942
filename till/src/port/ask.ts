import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { codeOf } from '../basics/errors.ts'
import { type Condition, dialectOf, type Language } from './dialects.ts'
import { openSession } from './printer-session.ts'
import { defaultTimeouts, type PrinterTimeouts, type PrintResult, readAddress } from './result.ts'
import { connectTo } from './tcp.ts'

/** What is known of a printer without printing: why it can't be reached, or what it says of itself; neither if it says nothing. */
export interface PrinterStatus {
  problem?: PrintResult
  condition?: Condition
}

/** Asks a printer how it is, and prints nothing. Only one on the network is asked. @throws TillError if the address is none */
export async function askPrinter(
  to: string,
  language: Language,
  timeouts: PrinterTimeouts = {},
): Promise<PrinterStatus> {
  const address = readAddress(to)
  if ('file' in address) return await tryFile(address.file)
  const limits = { ...defaultTimeouts, ...timeouts }
  const socket = await connectTo(address, limits.connectMs)
  if ('outcome' in socket) return { problem: socket }
  // What breaks now is no answer.
  socket.on('error', () => {})
  const condition = await dialectOf(language).condition(openSession(socket), limits.answerMs)
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
