import { pick, seeded } from '../../service/reliability/random.ts'
import { createEngine } from '../../src/engine.ts'
import { openCanary } from './canary.ts'
import { checkMail, parsed } from './judge.ts'
import { watchMemory } from './memory.ts'
import { type Sample, sampleOf } from './sample.ts'

/** What a run of samples found. */
export interface Fuzzed {
  samples: number
  seed: number
  /** How long the run took, seconds. */
  seconds: number
  /** How many were valid. */
  valid: number
  /** How many had a card number that must not come out. */
  cards: number
  /** Milliseconds of the slowest one, the least of three tries. */
  slowest: number
  /** Connections to the canary. */
  asked: number
  /** MiB of heap by which the run grew, and the most in use. */
  growth: number
  most: number
  /** What took longer than a second of processor time. A run tells them; `npm test` has no opinion, for a machine may be slow. */
  slow: { seed: number; milliseconds: number }[]
  /** What went wrong, and the sample's own seed. */
  defects: { seed: number; what: string }[]
}

/** A run that hasn't begun. */
export const nothing = { seconds: 0, valid: 0, cards: 0, slowest: 0, asked: 0, growth: 0, most: 0 }

export const languages = [
  'en-US',
  'en-GB',
  'es-419',
  'fr-CA',
  'de-DE',
  'ja-JP',
  'ar',
  'he',
  'fr-CA,en;q=0.8',
  '*',
  'x-!',
] as const

/** Longer than this is slow, milliseconds of processor time. */
export const tooSlow = 1000

/** Above this, a time is measured again: it may be the garbage collector's, or the compiler's. Milliseconds. */
const suspicious = 200

/** Puts samples through parsing and mail. Each sample has its own seed, so that it can be tried again alone. */
export async function fuzzMail(count: number, seed: number, tell: (done: number) => void = () => {}): Promise<Fuzzed> {
  const engine = await createEngine({ strict: true })
  await using canary = await openCanary()
  const memory = watchMemory()
  const found: Fuzzed = { ...nothing, samples: count, seed, slow: [], defects: [] }
  const began = performance.now()
  const every = Math.max(1, Math.floor(count / 60))

  for (let number = 0; number < count; number++) {
    const own = (seed + number) >>> 0
    const random = seeded(own)
    const sample = sampleOf(random, canary.url)
    const language = pick(random, languages)
    if (sample.card) found.cards += 1
    try {
      const took = timed(() => {
        if (tryMail(sample, language)) found.valid += 1
      })
      const least =
        took > suspicious ? Math.min(took, ...[1, 2].map(() => timed(() => tryMail(sample, language)))) : took
      found.slowest = Math.max(found.slowest, least)
      if (least > tooSlow) found.slow.push({ seed: own, milliseconds: least })
    } catch (error) {
      found.defects.push({ seed: own, what: (error as Error).stack ?? String(error) })
    }
    if (number % every !== 0) continue
    memory.look()
    tell(number)
    await new Promise(resolve => setImmediate(resolve))
  }
  await engine.close()
  const seconds = Math.round((performance.now() - began) / 1000)
  return { ...found, seconds, asked: canary.asked(), growth: memory.growth(), most: memory.most() }

  function tryMail(sample: Sample, language: string): boolean {
    const receipt = parsed(sample)
    if (receipt) checkMail(engine, receipt, sample, language)
    return receipt !== undefined
  }
}

/** Milliseconds of processor time, which a busy machine doesn't lengthen: all of this work is done in this program. */
function timed(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
