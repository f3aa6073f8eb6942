import { type BoundedCache, createBoundedCache } from '../locale/bounded-cache.ts'
import type { Format } from '../locale/format/format.ts'
import type { StoreData } from '../receipt/data/party-data.ts'
import { inOneLine, type ViewContext } from './presenting.ts'

/** A store as its receipts name it. */
export interface StoreSaid {
  /** The store as it was sent. */
  of: StoreData
  name: string
  /** The name's first letter or digit. */
  initial: string
  address: readonly string[]
  /** The address on one line. */
  place: string
  phone: string | undefined
}

/** Says which store a receipt is from. Kept for each format and store, because all receipts of a store say the same. */
export function presentStore(p: ViewContext): StoreSaid {
  const { store } = p.receipt.workstation
  if (store.id.length > longest) return sayStore(p, store)
  const kept = keptIn(p.f).get(store.id, () => ({}))
  if (kept.said && isSame(kept.said.of, store)) return kept.said
  const said = sayStore(p, store)
  if (JSON.stringify(store).length <= longest) kept.said = said
  return said
}

/** Characters of a store that is kept, as JSON: more than any has, so that nobody fills the memory. */
const longest = 1000

/** What was last said of a store. */
interface Kept {
  said?: StoreSaid
}

function keptIn(f: Format): BoundedCache<Kept> {
  const known = ofFormats.get(f)
  if (known) return known
  const kept = createBoundedCache<Kept>(200)
  ofFormats.set(f, kept)
  return kept
}

const ofFormats = new WeakMap<Format, BoundedCache<Kept>>()

function isSame(one: StoreData, other: StoreData): boolean {
  const [at, there] = [one.address, other.address]
  return (
    one.name === other.name &&
    one.telephone?.areaCode === other.telephone?.areaCode &&
    one.telephone?.localNumber === other.telephone?.localNumber &&
    at.addressLine1 === there.addressLine1 &&
    at.addressLine2 === there.addressLine2 &&
    at.addressLine3 === there.addressLine3 &&
    at.city === there.city &&
    at.territory === there.territory &&
    at.postalCode === there.postalCode &&
    at.postalCodeExtension === there.postalCodeExtension &&
    at.country?.code === there.country?.code &&
    at.country?.value === there.country?.value
  )
}

function sayStore({ f, isolate, country }: ViewContext, store: StoreData): StoreSaid {
  const { name, address, telephone } = store
  const lines = f.address(address).map(isolate.words)
  const number = f.phone(telephone, country)?.replaceAll(' ', '\u00a0')
  return {
    of: store,
    name: isolate.words(name),
    initial: initialOf(name),
    address: lines,
    place: inOneLine(lines, f),
    phone: number ? isolate.code(number) : undefined,
  }
}

/** A name's first letter or digit, as a whole grapheme. */
function initialOf(name: string): string {
  const letter = /[\p{L}\p{N}]/u.exec(name)
  return letter ? letter[0].toUpperCase() : ''
}
