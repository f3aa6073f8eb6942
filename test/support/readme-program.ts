import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import * as nodemailer from 'nodemailer'
import * as counterfoil from '../../src/index.ts'

/** The README's program, with its mail server at `port` and a receipt to send. `run` gives the PDF it made. */
export function readmeProgram(code: string, port: number): { receipt: string; run: () => Promise<Uint8Array> } {
  const receipt = readFileSync(
    join(resolve(import.meta.dirname, '../..'), 'fixtures/fashion-sale.en-CA/receipt.json'),
    'utf8',
  )
  const body = code
    .replace(/^import (\{.*?\}) from 'counterfoil'$/m, 'const $1 = counterfoil')
    .replace(/^import (\{.*?\}) from 'nodemailer'$/m, 'const $1 = nodemailer')
    .replace('localhost:2525', `127.0.0.1:${port}`)
  const AsyncFunction = (async () => {}).constructor as new (
    ...args: string[]
  ) => (...values: unknown[]) => Promise<Uint8Array>
  const program = new AsyncFunction('counterfoil', 'nodemailer', 'receipt', `${body}\nreturn pdf`)
  return { receipt, run: () => program(counterfoil, nodemailer, receipt) }
}
