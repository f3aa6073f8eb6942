import { readSample } from '../../merchants/templates/samples.ts'

/** A shop of the made-up trade: where it is, and what it sells. */
export interface DemoShop {
  /** Language of its receipts. */
  locale: string
  currency: string
  timeZone: string
  workstation: Record<string, unknown> & { store: { id: string } }
  goods: readonly Goods[]
  /** Its share of all receipts. */
  share: number
  /** Share of customers who want their receipt by email at the end of the year. */
  digital: number
}

/** What a made-up shop sells; its price is in the shop's currency. */
export interface Goods {
  name: string
  price: number
  sku?: string
  category?: string
}

/** The engine's samples whose shops trade, with what a sample doesn't say. */
const samples = [
  ['pharmacy', 'en-US', 'America/New_York', 22, 0.62],
  ['restaurant-tip', 'en-US', 'America/New_York', 16, 0.48],
  ['card-number-in-text', 'en-US', 'America/Los_Angeles', 12, 0.71],
  ['fashion-sale.en-CA', 'en-CA', 'America/Toronto', 14, 0.83],
  ['grocery-vat.de-DE', 'de-DE', 'Europe/Berlin', 15, 0.36],
  ['boutique.fr-FR', 'fr-FR', 'Europe/Paris', 8, 0.66],
  ['electronics-warranty.es-ES', 'es-ES', 'Europe/Madrid', 4, 0.91],
  ['convenience.ja-JP', 'ja-JP', 'Asia/Tokyo', 6, 0.28],
  ['cafe.ar', 'ar', 'Asia/Kuwait', 3, 0.4],
] as const

/** The shops, from the samples in the engine's package. */
export function readShops(): DemoShop[] {
  return samples.map(([name, locale, timeZone, share, digital]) => {
    const { currency, workstation, items } = JSON.parse(readSample(name).receipt)
    const goods = (items as Goods[])
      .filter(({ price }) => price > 0)
      .map(({ name: what, price, sku, category }) => ({
        name: what,
        price,
        ...(sku && { sku }),
        ...(category && { category }),
      }))
    return { locale, currency, timeZone, workstation, goods, share, digital }
  })
}

/** Numbers that look random and are the same every time (mulberry32). */
export function createChance(seed: number) {
  let state = seed
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    /** From 0 to 1. */
    next,
    /** A whole number from 0, below a limit. */
    below: (limit: number) => Math.floor(next() * limit),
    // biome-ignore lint/style/noNonNullAssertion: every list here has an entry
    pick: <Value>(list: readonly Value[]): Value => list[Math.floor(next() * list.length)]!,
    /** One of a list, by weight. */
    weighted<Value extends { share: number }>(list: readonly Value[]): Value {
      let left = next() * list.reduce((sum, { share }) => sum + share, 0)
      // biome-ignore lint/style/noNonNullAssertion: the shares add up to what is left
      return list.find(({ share }) => {
        left -= share
        return left < 0
      })!
    },
  }
}

/** Random choices that one seed repeats. */
export type Chance = ReturnType<typeof createChance>
