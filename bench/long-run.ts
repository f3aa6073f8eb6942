/**
 * Makes mails and PDFs of more and more items in a separate process, where nothing but the engine is loaded, and prints the
 * milliseconds of a call in each round, as JSON. The argument is the number of rounds.
 */
import type { ReceiptData, ReceiptSource } from '../src/index.ts'
import { counterfoil } from './counterfoil.ts'
import { language, receiptOf } from './receipts.ts'

/** Milliseconds a call, in each round, by the number of items. */
export type Times = [items: number, times: number[]][]

export interface LongRun {
  mails: Times
  /** Mails of receipts that are JSON text. */
  texts: Times
  pdfs: Times
}

/** Milliseconds that a size is made before it is measured, so that its code is compiled. */
const warmUp = 2000

const rounds = Number(process.argv[2])
await using engine = await counterfoil.createEngine({ pdf: { processes: 1 } })
const asked = { acceptLanguage: language } as const
const mail = (receipt: ReceiptSource) => engine.email(receipt, asked)

const run: LongRun = {
  mails: await timed(rounds, 20, [20, 300, 2000], ofLength, mail),
  texts: await timed(rounds, 20, [2000], (...size) => JSON.stringify(ofLength(...size)), mail),
  pdfs: await timed(Math.ceil(rounds / 3), 2, [300, 2000], ofLength, receipt => engine.pdf(receipt, asked)),
}
process.stdout.write(JSON.stringify(run))

/** Sizes take turns. */
async function timed(
  rounds: number,
  calls: number,
  sizes: readonly number[],
  make: (items: number, index: number) => ReceiptSource,
  work: (receipt: ReceiptSource) => unknown,
): Promise<Times> {
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
  return all.map(({ items, times }) => [items, times])
}

/** So many items, of a hundred receipts. */
function ofLength(count: number, index: number): ReceiptData {
  const items = Array.from({ length: 100 }, (_, at) => receiptOf(100 * index + at).items!).flat()
  return { ...receiptOf(index), items: items.slice(0, count) }
}
