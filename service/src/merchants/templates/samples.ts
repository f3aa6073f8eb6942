import { readdirSync, readFileSync } from 'node:fs'
import type { ReceiptOptions } from 'counterfoil'
import { once } from '../../basics/ttl-cache.ts'
import { inEngine } from '../../basics/versions.ts'

/** One of the engine's sample receipts, for what needs a receipt where no till has sent one. */
interface Sample {
  name: string
  /** What it shows, in English. */
  title: string
  trade: string
}

/** The samples of real trades, by name. */
export const samples = once((): readonly Sample[] =>
  readdirSync(inEngine('fixtures/'), { withFileTypes: true })
    .filter(entry => entry.isDirectory())
    .flatMap(({ name }) => {
      const { title, trade } = optionsOf(name)
      return title === undefined || trade === undefined || trade === 'Edge cases' ? [] : [{ name, title, trade }]
    })
    .sort((one, other) => (one.name < other.name ? -1 : 1)),
)

/** A sample's receipt as JSON, and how it is drawn. @param name of one in the list */
export function readSample(name: string): {
  receipt: string
  options: Pick<ReceiptOptions, 'acceptLanguage' | 'offers'>
} {
  const [, acceptLanguage = 'en-US'] = name.split('.')
  const { offers = [] } = optionsOf(name)
  return {
    receipt: readFileSync(inEngine(`fixtures/${name}/receipt.json`), 'utf8'),
    options: { acceptLanguage, offers },
  }
}

function optionsOf(name: string): Partial<Sample> & Pick<ReceiptOptions, 'offers'> {
  try {
    return JSON.parse(readFileSync(inEngine(`fixtures/${name}/options.json`), 'utf8'))
  } catch {
    return {}
  }
}

/** The sample that is used where none is asked for. */
export const usualSample = 'pharmacy'
