import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { openTill } from 'counterfoil-till'
import { createChance } from './chance.js'
import { linesOf } from './judge.js'
import { newSale } from './sales.js'

/**
 * A till's software: rings up sale after sale, and writes down what it was told to show and print. It may be killed at any
 * moment; then it repeats the sale that was under way, as a cashier would.
 */
const plan = JSON.parse(process.argv[2])
let isOpen = true
process.on('message', () => {
  isOpen = false
})
process.on('disconnect', () => process.exit())
await Promise.all(plan.tills.map(keepShop))
// Until the shop ends, what waits goes on being sent.
process.send?.('closed')

async function keepShop(name) {
  const journal = `${plan.folder}/journal-${name}.jsonl`
  const till = await openTill({
    ...plan.service,
    spool: `${plan.folder}/spool-${name}`,
    log: entry => appendFileSync(`${plan.folder}/till.log`, `${JSON.stringify({ till: name, ...entry })}\n`),
  })
  const written = existsSync(journal) ? linesOf(readFileSync(journal, 'utf8')) : []
  const ended = new Set(written.filter(({ end }) => end).map(({ number }) => number))
  const open = written.find(({ number, sale }) => sale && !ended.has(number))
  const write = line => appendFileSync(journal, `${JSON.stringify(line)}\n`)
  if (open) await ring(open.number, open.sale)

  const chance = createChance(plan.seed + Number(name) * 1000 + ended.size)
  for (let number = ended.size + (open ? 1 : 0) + 1; isOpen; number++) {
    await pause(chance.around(plan.meanPause))
    if (!isOpen) break
    const sale = newSale(chance, name, number)
    write({ number, sale, at: Date.now() })
    await ring(number, sale)
  }

  async function ring(number, sale) {
    write({ number, end: await till.checkout(sale, { deadline: plan.deadline }) })
  }
}
