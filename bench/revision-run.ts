/**
 * Does one task with the package in a folder, as often as asked by message, and answers with milliseconds per call: of CPU, or for
 * PDFs of the clock. `node revision-run.ts FOLDER TASK`.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type * as Source from '../src/index.ts'
import { answerWith } from './measure.ts'
import { language, longReceipt, receiptOf } from './receipts.ts'

const [folder = '', task = ''] = process.argv.slice(2)
const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
const entry = pathToFileURL(join(folder, exports['.'].default)).href
const { createEngine, parseReceipt } = (await import(entry)) as typeof Source
// By default as many browsers as are good for many PDFs at a time.
const engine = await createEngine(task === 'pdfs' ? {} : { pdf: { processes: 1 } })
const asked = { acceptLanguage: language }
const long = longReceipt()

/** What tasks do with the receipt of that index. */
const tasks: Record<string, (index: number) => unknown> = {
  parse: index => parseReceipt(receiptOf(index)),
  mail: index => engine.email(receiptOf(index), asked),
  'long mail': () => engine.email(long, asked),
  pdf: index => engine.pdf(receiptOf(index), asked),
  pdfs: index => engine.pdf(receiptOf(index), asked),
  'long pdf': () => engine.pdf(long, asked),
  'qr mail': index => engine.email({ ...receiptOf(index), barcodeType: 'QRCode' }, asked),
}
const work = tasks[task]
if (!work) throw new Error(`There is no task ${task}`)
let index = 0

async function timed(calls: number): Promise<number> {
  const start = performance.now()
  const before = process.cpuUsage()
  if (task === 'pdfs') await Promise.all(Array.from({ length: calls }, () => work!(index++)))
  else for (let call = 0; call < calls; call++) await work!(index++)
  const { user, system } = process.cpuUsage(before)
  return (task.includes('pdf') ? performance.now() - start : (user + system) / 1000) / calls
}

answerWith(timed, () => engine.close())
