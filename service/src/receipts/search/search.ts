import type { Database } from '../../database/database.ts'
import type { Cursor } from '../cursor.ts'
import { type Filters, type Page, pageOfReceipts } from '../page.ts'
import type { SearchKey } from './search-key.ts'
import { addressTerm, cardTerm, numberTerm } from './terms.ts'

/** What someone knows of a receipt. All of it must fit. */
export interface Clues {
  /** First and last day that the receipt says, inclusive, days since 1970. */
  fromDay?: number
  toDay?: number
  storeId?: string
  /** In any spelling. */
  number?: string
  /** The customer's, or one it was sent to. */
  emailAddress?: string
  last4Digits?: string
  /** Exact, of a sale or a return. */
  amount?: number
}

/** Finds one page of receipts, newest first. */
export type Search = (merchantId: string, clues: Clues, size: number, start: Cursor | number) => Promise<Page>

/** Most receipts that share a term or amount, newest first: what lies beyond needs another clue. */
const mostAlike = 1000

const day = 86_400_000

/** Zones are at most 14 hours ahead of UTC, and 12 behind it. */
const widestOffset = 14 * 3_600_000

/** Finds receipts by what people know of them. */
export function createSearch(db: Database, key: SearchKey): Search {
  return async (merchantId, clues, size, start) => {
    const { fromDay, toDay, storeId, amount } = clues
    const from = fromDay === undefined ? -8.64e15 : fromDay * day - widestOffset
    const to = toDay === undefined ? 8.64e15 : (toDay + 1) * day + widestOffset
    const filters: Filters = {
      merchantId,
      from,
      to,
      transactionNumbers: [],
      ...((fromDay !== undefined || toDay !== undefined) && { days: { from: fromDay ?? -1e8, to: toDay ?? 1e8 } }),
      ...(storeId !== undefined && { storeId }),
    }
    const within = { from, to }
    const sets = await Promise.all([
      ...termsFor(merchantId, clues).map(term => withTerm(merchantId, term, within)),
      ...(amount === undefined ? [] : [withAmounts(merchantId, [amount, -amount], within)]),
    ])
    if (sets.length > 0) {
      const [first = new Set<string>(), ...others] = sets
      filters.among = [...first].filter(id => others.every(other => other.has(id)))
      if (filters.among.length === 0) return { receipts: [], hasPrevious: false, hasNext: false }
    }
    return pageOfReceipts(db, filters, size, start)
  }

  function termsFor(merchantId: string, { emailAddress, last4Digits, number }: Clues): string[] {
    return [
      ...(emailAddress === undefined ? [] : [addressTerm(key, merchantId, emailAddress)]),
      ...(last4Digits === undefined ? [] : [cardTerm(last4Digits)]),
      ...(number === undefined ? [] : [numberTerm(number)]),
    ]
  }

  /** One by one, because for several at once a database would rather read all receipts by date. */
  async function withAmounts(merchantId: string, amounts: readonly number[], time: Time): Promise<Set<string>> {
    const found = await Promise.all(
      amounts.map(amount => {
        const query = db.selectFrom('receipts').select('id').where('transaction_amount', '=', amount)
        return newestIn(query, merchantId, time).execute()
      }),
    )
    return new Set(found.flat().map(({ id }) => id))
  }

  async function withTerm(merchantId: string, term: string, time: Time): Promise<Set<string>> {
    const query = db.selectFrom('receipt_terms').select('receipt_id').where('term', '=', term)
    const rows = await newestIn(query, merchantId, time).execute()
    return new Set(rows.map(({ receipt_id }) => receipt_id))
  }
}

/** Milliseconds since 1970, inclusive. */
interface Time {
  from: number
  to: number
}

/** A query of a table that has receipts' merchants and dates. */
interface Dated<Query> {
  where(column: 'merchant_id', operator: '=', id: string): Query
  where(column: 'receipt_date', operator: '>=' | '<=', date: number): Query
  orderBy(column: 'receipt_date', order: 'desc'): Query
  limit(most: number): Query
}

function newestIn<Query extends Dated<Query>>(query: Query, merchantId: string, { from, to }: Time): Query {
  return query
    .where('merchant_id', '=', merchantId)
    .where('receipt_date', '>=', from)
    .where('receipt_date', '<=', to)
    .orderBy('receipt_date', 'desc')
    .limit(mostAlike)
}
