import type { Engine } from '../../../src/engine.ts'
import { parseReceipt } from '../../../src/receipt/parse.ts'
import { receiptAsEkabs } from '../../../src/structured/ekabs/ekabs.ts'
import type { ReceiptView } from '../../../src/view/receipt-view.ts'
import type { SentReceipt } from '../../support/receipts.ts'
import { type ColumnFault, columnFaultsOf } from './column-faults.ts'
import { type Found, firstDifference } from './compare.ts'
import { type Choices, canonicalOf } from './dimensions.ts'
import { spell } from './spell.ts'
import type { TrueSale } from './true-sale.ts'

/** What a receipt becomes, as texts that can be compared. */
export interface Media {
  subject: string
  text: string
  slip: string
  view: string
  ekabs: string
}

const mediaNames = ['subject', 'text', 'slip', 'view', 'ekabs'] as const satisfies readonly (keyof Media)[]

/** Makes all of a receipt that needs no browser. */
export function mediaOf(engine: Engine, sent: SentReceipt): Media {
  const receipt = parseReceipt(sent)
  const { text, subject } = engine.email(receipt)
  const { parts } = engine.slip(receipt, { columns: 48 })
  return {
    subject,
    text,
    slip: parts.map(part => ('text' in part ? part.text : '')).join('\n'),
    view: JSON.stringify(said(engine.view(receipt)), undefined, 1),
    ekabs: receiptAsEkabs(receipt).text,
  }
}

/** A view without what it hands on as it was sent, for templates that want more. */
function said({ extra: _, ...view }: ReceiptView): Omit<ReceiptView, 'extra'> {
  return view
}

/**
 * Finds what differs between a dialect's receipt and that of the canonical spelling. Where tip or rounding are in the total, it is
 * compared with the canonical spelling of a till that has them there; of the two canonical spellings, only the place of the total may differ.
 * The canonical spelling is compared with the sale alone.
 */
export function mediaDifferences(engine: Engine, sale: TrueSale): (choices: Choices) => Found {
  const canon = canonicalOf(sale)
  const bases = new Map<string, Printed>()
  const baseOf = ({ tip, rounding }: Choices): Printed => {
    const key = `${tip} ${rounding}`
    const base = bases.get(key) ?? print(engine, sale, { ...canon, tip, rounding })
    bases.set(key, base)
    return base
  }
  return choices => {
    const isCanonical = JSON.stringify(choices) === JSON.stringify(canon)
    if (isCanonical) return faultsAlone(baseOf(canon))
    return differencesOf(print(engine, sale, choices), baseOf(choices), baseOf(canon).media, choices)
  }
}

/** What a spelling becomes, and what is wrong with its columns. */
interface Printed {
  media: Media
  faults: ColumnFault[]
}

function print(engine: Engine, sale: TrueSale, choices: Choices): Printed {
  const media = mediaOf(engine, spell(sale, choices))
  const inTotal = { tip: choices.tip === 'inside', rounding: choices.rounding === 'inside' }
  return { media, faults: columnFaultsOf(sale, media, inTotal) }
}

function faultsAlone({ faults }: Pick<Printed, 'faults'>): Found {
  return { where: [...new Set(faults.map(({ where }) => where))], example: faults[0]?.fault ?? '' }
}

/** A column that is as wrong as the canonical one is counted there. */
function differencesOf({ media, faults }: Printed, base: Printed, canon: Media, { taxesAt }: Choices): Found {
  const own = base.faults.length > 0 ? { where: [], example: '' } : faultsAlone({ faults })
  // Lines that say their taxes say more.
  if (taxesAt === 'lines') return own
  const differing = mediaNames.filter(name => media[name] !== base.media[name])
  const across = (['subject', 'ekabs'] as const).filter(name => media[name] !== canon[name])
  const [first, second] = [differing[0], across[0]]
  const difference = first
    ? `${first}: ${firstDifference(base.media[first], media[first])}`
    : second && `${second}: ${firstDifference(canon[second], media[second])}`
  return { where: [...new Set([...differing, ...across, ...own.where])], example: own.example || (difference ?? '') }
}
