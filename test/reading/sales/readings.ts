import type { Choices } from './dimensions.ts'
import { discountsAgain, sentTotal } from './spell.ts'
import { sumOf, type TrueSale } from './true-sale.ts'

/**
 * Whether the amounts of a spelling add up in another way, too, by chance: with a fee below 0 instead of above, a tip inside the total, a tax
 * that is included … Then what is printed may be that reading. Each group is tried with each sign, and in each place.
 */
export function hasOtherReading(sale: TrueSale, choices: Choices): boolean {
  const { kind, fees, serviceCharge, taxes, taxing, tip, rounding, toPay, discounts, due, paid, earlier } = sale
  if (kind === 'deposit') return false
  const goods = sumOf([...sale.sold, ...sale.back])
  const [fee, tax, off] = [sumOf(fees), sumOf(taxes), sumOf(discounts)]
  const again = choices.said === 'once' ? 0 : sumOf(discountsAgain(sale))
  const grand = sentTotal(sale, choices)
  const truth = [
    off,
    fee,
    serviceCharge,
    taxing === 'added' ? tax : 0,
    tip,
    rounding,
    choices.tip,
    choices.rounding,
  ].join()
  const truly = new Set<string>()
  const all = paid + due + sumOf(earlier)
  for (const d of [...new Set([...both(off), ...both(off + again)])])
    for (const f of both(fee))
      for (const s of both(serviceCharge))
        for (const t of [...new Set([tax, -tax, 0])])
          for (const p of both(tip))
            for (const r of both(rounding))
              for (const tipAt of tip === 0 ? ['beside'] : ['beside', 'inside'])
                for (const roundingAt of rounding === 0 ? ['beside'] : ['beside', 'inside']) {
                  const total = goods + d + f + s + t
                  const sent = total + (tipAt === 'inside' ? p : 0) + (roundingAt === 'inside' ? r : 0)
                  if (sent !== grand || total + p + r !== all) continue
                  truly.add([d, f, s, t, p, r, tipAt, roundingAt].join())
                }
  if (toPay !== all || !truly.has(truth))
    throw new Error(`Sale ${sale.seed} doesn't add up: ${truth} in ${[...truly].join(' ')}`)
  return truly.size > 1
}

function both(amount: number): number[] {
  return amount === 0 ? [0] : [amount, -amount]
}
