import type { Random } from './random.ts'
import type { TrueSale, TrueTender } from './true-sale.ts'

/** A sale of which only the payment is missing. */
type Unpaid = Omit<TrueSale, 'rounding' | 'toPay' | 'earlier' | 'tenders' | 'change' | 'paid' | 'due'>

/** Pays for a sale: in cash with change, by card, gift card or voucher, by several, or in parts. Undefined if it can't be paid so. */
export function payFor(sale: Unpaid, random: Random): TrueSale | undefined {
  const { kind, trade, total, tip } = sale
  const isCash = kind === 'rounding' || (tip === 0 && random.happens(trade.cashUnit === 1 ? 0.4 : 0))
  const rounding = kind === 'rounding' ? roundedTo(total, trade.cashUnit) - total : 0
  const toPay = total + tip + rounding
  const inParts = kind === 'layaway' || kind === 'part' || (kind === 'order' && random.happens(0.5))
  const before = kind === 'layaway' || (inParts && random.happens(0.3)) ? wholePart(toPay, random, trade.notes[0]!) : 0
  const paid = inParts ? wholePart(toPay - before, random, trade.notes[0]!) : toPay
  const due = toPay - before - paid
  if (inParts && (paid <= 0 || due <= 0 || (kind === 'layaway' && before <= 0))) return undefined
  const earlier = before === 0 ? [] : [{ ...tenderOf(random, before), day: '2026-02-03' }]
  const { tenders, change } = paid === 0 ? { tenders: [], change: 0 } : tendersOf(paid, isCash, trade.notes, random)
  return { ...sale, rounding, toPay, earlier, tenders, change, paid, due }
}

/** A round amount of about a third. */
function wholePart(amount: number, random: Random, note: number): number {
  return Math.floor((amount * random.pick([0.2, 0.33, 0.4])) / note) * note
}

function tendersOf(paid: number, isCash: boolean, notes: readonly number[], random: Random) {
  if (isCash && paid > 0) {
    const note = random.pick(notes)
    const handed = Math.ceil(paid / note) * note
    return { tenders: [{ type: 'Cash' as const, amount: handed }], change: handed - paid }
  }
  const first = tenderOf(random, paid)
  if (!random.happens(0.25)) return { tenders: [isCash ? { type: 'Cash' as const, amount: paid } : first], change: 0 }
  // Some of it on a gift card or voucher, and the rest another way.
  const some = Math.trunc(paid * 0.3)
  if (some === 0) return { tenders: [first], change: 0 }
  const card: TrueTender = { type: random.pick(['GiftCard', 'Voucher'] as const), amount: some }
  const rest = { ...first, type: first.type === card.type ? ('Cash' as const) : first.type, amount: paid - some }
  return { tenders: [card, rest], change: 0 }
}

function tenderOf(random: Random, amount: number): TrueTender {
  const type = random.pick(['Credit', 'Credit', 'Credit', 'Cash', 'GiftCard'] as const)
  if (type !== 'Credit') return { type, amount }
  return { type, brand: random.pick(['Visa', 'Mastercard'] as const), digits: String(random.whole(1000, 9999)), amount }
}

function roundedTo(amount: number, unit: number): number {
  return Math.sign(amount) * Math.floor(Math.abs(amount) / unit + 0.5) * unit
}
