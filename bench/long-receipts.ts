import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { ReceiptData, ReceiptSource } from '../src/index.ts'
import { counterfoil } from './counterfoil.ts'
import { figureOf } from './measure.ts'
import { receiptOf, receiptOptions } from './receipts.ts'
import { atMost, type Figure, short } from './table.ts'

const section = 'Receipts of 20 to 2,000 items'

/**
 * Milliseconds for mails and PDFs of more and more items; sizes take turns in one process of their own: this file, run as a program.
 * After the other parts' work, and with their modules loaded, the same mails take a tenth longer.
 */
export async function longReceipts({ rounds }: { rounds: number }): Promise<Figure[]> {
  const { stdout } = await promisify(execFile)(process.execPath, [import.meta.filename, String(rounds)])
  const { mails, texts, pdfs } = JSON.parse(stdout) as Awaited<ReturnType<typeof measured>>
  return [
    ...mails.map(([items, times]) => figure(`mail of ${short(items)}`, items, times, { 2000: 3 }[items])),
    ...texts.map(([items, times]) => figure(`mail of ${short(items)}, from JSON text`, items, times)),
    ...pdfs.map(([items, times]) => figure(`PDF of ${short(items)}`, items, times, { 2000: 500 }[items])),
  ]
}

function figure(name: string, items: number, times: readonly number[], most?: number): Figure {
  const figure = figureOf(section, name, times)
  return {
    ...figure,
    beside: `${short((1000 * figure.value) / items)} µs an item`,
    ...(most !== undefined && { target: atMost(figure.value, most, 'ms') }),
  }
}

/** Milliseconds that a size is made before it is measured, so that its code is compiled. */
const warmUp = 2000

if (import.meta.main) process.stdout.write(JSON.stringify(await measured(Number(process.argv[2]))))

async function measured(rounds: number) {
  await using engine = await counterfoil.createEngine({ pdf: { processes: 1 } })
  const mail = (receipt: ReceiptSource) => engine.email(receipt, receiptOptions)
  return {
    mails: await timed(rounds, 20, [20, 300, 2000], ofLength, mail),
    texts: await timed(rounds, 20, [2000], (...size) => JSON.stringify(ofLength(...size)), mail),
    pdfs: await timed(Math.ceil(rounds / 3), 2, [300, 2000], ofLength, receipt => engine.pdf(receipt, receiptOptions)),
  }
}

/** Milliseconds a call, in each round, by the number of items; sizes take turns. */
async function timed(
  rounds: number,
  calls: number,
  sizes: readonly number[],
  make: (items: number, index: number) => ReceiptSource,
  work: (receipt: ReceiptSource) => unknown,
) {
  const all = sizes.map(items => ({
    items,
    receipts: [0, 1, 2].map(index => make(items, index)),
    times: [] as number[],
  }))
  const turn = async (receipts: readonly ReceiptSource[]) => {
    const start = performance.now()
    for (let call = 0; call < calls; call++) await work(receipts[call % receipts.length]!)
    return (performance.now() - start) / calls
  }
  for (const { receipts } of all)
    for (const end = performance.now() + warmUp; performance.now() < end; ) await turn(receipts)
  for (let round = 0; round < rounds; round++) for (const { receipts, times } of all) times.push(await turn(receipts))
  return all.map(({ items, times }) => [items, times] as const)
}

/** So many items, of a hundred receipts. */
function ofLength(count: number, index: number): ReceiptData {
  const items = Array.from({ length: 100 }, (_, at) => receiptOf(100 * index + at).items!).flat()
  return { ...receiptOf(index), items: items.slice(0, count) }
}
