import { availableParallelism } from 'node:os'
import { pick, seeded } from '../../service/reliability/random.ts'
import { createEngine } from '../../src/engine.ts'
import { unpacked } from '../../src/pdf/file/packed-pdf.ts'
import { papers } from '../../src/pdf/paper.ts'
import { readPdf } from '../support/pdf-text.ts'
import { openCanary } from './canary.ts'
import { type Fuzzed, languages, nothing, tooSlow } from './fuzz-mail.ts'
import { parsed, refuseCard } from './judge.ts'
import { watchMemory } from './memory.ts'
import { processorTime } from './processor-time.ts'
import { type Sample, sampleOf } from './sample.ts'

/** Of how many PDFs one is read as a reader would; of all that should not tell a card number, each is. */
const readEvery = 20

/**
 * Prints valid samples until there are `count`. Each sample has its own seed. One that takes more than a second is printed again,
 * alone, when the others are done, and then its processor time counts: the machine may have been busy.
 */
export async function fuzzPdf(count: number, seed: number, tell: (done: number) => void = () => {}): Promise<Fuzzed> {
  // As the service prints.
  const engine = await createEngine({ strict: true, pdf: { missingGlyphs: 'replace' } })
  await using canary = await openCanary()
  const memory = watchMemory()
  const found: Fuzzed = { ...nothing, samples: 0, seed, slow: [], defects: [] }
  const began = performance.now()
  const late: number[] = []
  const every = Math.max(1, Math.floor(count / 60))
  let next = seed

  const printers = Array.from({ length: Math.min(4, availableParallelism()) }, async () => {
    while (found.valid < count) {
      const own = next++ >>> 0
      found.samples += 1
      const took = await tryOne(own)
      if (took === undefined) continue
      if (took > tooSlow) late.push(own)
      else found.slowest = Math.max(found.slowest, took)
      if (found.valid % every !== 0) continue
      memory.look()
      tell(found.valid)
    }
  })
  await Promise.all(printers)
  for (const own of late) {
    const { valid, cards } = found
    const before = processorTime()
    await tryOne(own)
    Object.assign(found, { valid, cards })
    const used = processorTime() - before
    found.slowest = Math.max(found.slowest, used)
    if (used > tooSlow) found.slow.push({ seed: own, milliseconds: used })
  }
  await engine.close()
  const seconds = Math.round((performance.now() - began) / 1000)
  return { ...found, seconds, asked: canary.asked(), growth: memory.growth(), most: memory.most() }

  /** Milliseconds it took; undefined if the sample is no receipt. */
  async function tryOne(own: number): Promise<number | undefined> {
    const random = seeded(own)
    const sample = sampleOf(random, canary.url)
    const options = { acceptLanguage: pick(random, languages), paper: pick(random, papers) }
    try {
      const receipt = parsed(sample)
      if (!receipt) return undefined
      found.valid += 1
      if (sample.card) found.cards += 1
      const began = performance.now()
      const bytes = await engine.pdf(receipt, options)
      const took = performance.now() - began
      await checkPdf(bytes, sample, own % readEvery === 0)
      return took
    } catch (error) {
      found.defects.push({ seed: own, what: (error as Error).stack ?? String(error) })
      return undefined
    }
  }
}

async function checkPdf(bytes: Uint8Array, { card }: Sample, isRead: boolean): Promise<void> {
  const raw = unpacked(bytes)
  if (!raw.startsWith('%PDF-') || !raw.trimEnd().endsWith('%%EOF')) throw new Error('The PDF isn’t whole.')
  // The bytes of a font or picture may look like any name.
  const objects = raw.replace(/\bstream\r?\n[\s\S]*?\bendstream\b/g, '')
  const active = /\/(?:JavaScript|JS|Launch|OpenAction|AA|EmbeddedFile|SubmitForm|GoToR|RichMedia|AcroForm)\b/.exec(
    objects,
  )
  if (active) throw new Error(`The PDF has ${active[0]}.`)
  if (!card && !isRead) return
  const { pages } = await readPdf(bytes)
  if (pages.length === 0) throw new Error('The PDF has no page.')
  if (card) refuseCard(pages.join(''), card)
}
