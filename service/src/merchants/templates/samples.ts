import { readdirSync, readFileSync } from 'node:fs'
import type { ReceiptOptions } from 'counterfoil'
import { once } from '../../basics/ttl-cache.ts'

/** One of the engine's sample receipts, to look at templates with. */
export interface Sample {
  name: string
  /** What it shows, in English. */
  title: string
  trade: string
}

const folder = once(() => new URL('fixtures/', import.meta.resolve('counterfoil/package.json')))

/** The samples of real trades, by name. */
export const samples = once((): readonly Sample[] =>
  readdirSync(folder(), { withFileTypes: true })
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
    receipt: readFileSync(new URL(`${name}/receipt.json`, folder()), 'utf8'),
    options: { acceptLanguage, offers },
  }
}

function optionsOf(name: string): Partial<Sample> & Pick<ReceiptOptions, 'offers'> {
  try {
    return JSON.parse(readFileSync(new URL(`${name}/options.json`, folder()), 'utf8'))
  } catch {
    return {}
  }
}
