import { createHash, createHmac, createSecretKey } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ReceiptData } from 'counterfoil'
import { normalized, readReceipt } from 'counterfoil/internal'
import { addressKey, type HashKey, searchKeyId } from '../../basics/addresses.ts'
import { newSecret } from '../../basics/ids.ts'
import type { Log } from '../../basics/monitoring/log.ts'
import type { Database, Transaction } from '../../database/database.ts'
import { idsOf, insertMany } from '../../database/rows.ts'
import type { ReceiptTable } from '../../database/tables.ts'

/** Most terms of a receipt, so that one with hundreds of tenders costs no more than others. */
const maxTerms = 40

/**
 * What a receipt is found by, besides its columns: the numbers that people read off the paper or off what they bought, the last four
 * digits of cards, and, as keyed hashes, whatever says who the customer is: address, names, membership.
 */
export function termsOf(key: SearchKey, merchantId: string, receipt: ReceiptData): string[] {
  const { customer, loyalty, soldTo, transactionNumber, barcodeNumber } = receipt
  const { tenders = [], tenderHistory = [], orders = [], items = [], returns = [] } = receipt
  const address = customer?.emailAddress
  const buyers = [soldTo, ...orders.map(order => order.soldTo)]
  const names = [loyalty?.customerName, ...buyers.map(buyer => buyer?.customerName)]
  const memberships = [loyalty?.number, ...buyers.map(buyer => buyer?.customerNumber)]
  const paid = [...tenders, ...tenderHistory, ...orders.flatMap(order => order.tenderHistory ?? [])]
  const goods = [...items, ...[...orders, ...returns].flatMap(each => each.items ?? [])]
  const numbers = [
    ...[transactionNumber, barcodeNumber, ...orders.flatMap(order => [order.number, order.barcodeNumber])],
    ...tenders.map(tender => tender.authorizationCode),
    ...goods.map(({ serialNumber }) => serialNumber),
  ]
  const terms = [
    ...(address ? [addressTerm(key, merchantId, address)] : []),
    ...[transactionNumber, barcodeNumber].flatMap(number => (number ? [numberTerm(number)] : [])),
    ...paid.flatMap(({ creditDebit }) => (creditDebit?.last4Digits ? [cardTerm(creditDebit.last4Digits)] : [])),
    ...memberships.flatMap(number => (number ? [membershipTerm(key, merchantId, number)] : [])),
    ...[...names.flatMap(name => wordsOf(name ?? '')), ...addressWords(address ?? '')]
      .slice(0, maxNameWords)
      .map(word => nameTerm(key, merchantId, word)),
    ...numbers.flatMap(number => (number ? [numberTerm(number)] : [])),
  ]
  return [...new Set(terms)].slice(0, maxTerms)
}

/** Most words of names, so that a name as long as a letter leaves room for numbers. */
const maxNameWords = 12

/** An address as a term: hashed with the key, differently for each merchant, so that the index names nobody. */
export function addressTerm(key: SearchKey, merchantId: string, emailAddress: string): string {
  return keyedTerm('e', key, `address\0${merchantId}\0${addressKey(emailAddress)}`)
}

/** A word of a customer's name as a term. @param word as `wordsOf` gives it */
export function nameTerm(key: SearchKey, merchantId: string, word: string): string {
  return keyedTerm('p', key, `name\0${merchantId}\0${word}`)
}

/** A customer's or member's number as a term. */
export function membershipTerm(key: SearchKey, merchantId: string, number: string): string {
  return keyedTerm('l', key, `membership\0${merchantId}\0${numberTerm(number)}`)
}

/** How terms begin that are hashed with a key. */
const keyedKinds = ['e', 'p', 'l'] as const

function keyedTerm(kind: (typeof keyedKinds)[number], { id, secret }: SearchKey, text: string): string {
  return `${kind}${id}${createHmac('sha256', secret).update(text).digest('base64url').slice(0, 22)}`
}

/** A card's last four digits as a term: not hashed, because ten thousand hashes are quickly tried. */
export function cardTerm(last4Digits: string): string {
  return `c${last4Digits}`
}

/** A number as a term, the same for all ways to misread it: without spaces and leading zeros, O as 0, I and L as 1. */
export function numberTerm(text: string): string {
  const plain = normalized(text, 'NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
  return `n${plain
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1')
    .replace(/^0+(?=.)/, '')
    .slice(0, 64)}`
}

/**
 * The words of a text as search compares them: without accents and case, apart from signs. The same for all spellings of a word, in
 * any width of letters.
 */
export function wordsOf(text: string): string[] {
  return folded(text).match(/[\p{L}\p{N}]+/gu) ?? []
}

/** The words of an address before the `@`, which are often a name: of `ines.okafor+shop@example.com` three. */
export function addressWords(emailAddress: string): string[] {
  return folded(emailAddress.replace(/@[^@]*$/, '')).match(/\p{L}+/gu) ?? []
}

/**
 * Which words a text has, as bits. A long word may be a part of another, as in German ("wasser" of "Mineralwasser"), a short one is
 * how another begins; a language without spaces has no words to tell apart.
 */
export function wordsIn(text: string, words: readonly string[]): number {
  const plain = ` ${wordsOf(text).join(' ')}`
  let found = 0
  for (const [index, word] of words.entries())
    if (plain.includes(word.length > 3 || withoutSpaces.test(word) ? word : ` ${word}`)) found |= 1 << index
  return found
}

/** Scripts that put no spaces between words. */
const withoutSpaces = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}]/u

function folded(text: string): string {
  return normalized(text, 'NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
}

/** What addresses, names and memberships are hashed with in the index of receipts. Its id is in every term, so that those of another key are told apart. */
export type SearchKey = HashKey

/**
 * The key in `SEARCH_KEY`. Without one, a random key is made and kept in the database: then who reads the whole database can try
 * addresses, which are in its receipts anyway.
 *
 * @param now milliseconds since 1970; older receipts have no terms of a new key yet
 */
export async function openSearchKey(db: Database, given: string | undefined, now: number): Promise<SearchKey> {
  const row = given === undefined ? await keptKey(db, now) : { secret: given }
  const key = keyOf(row.secret ?? '')
  if (given !== undefined) await remember(db, key.id, null, now)
  return key
}

function keyOf(secret: string): SearchKey {
  const bytes = createHash('sha256').update(secret).digest()
  return { id: searchKeyId(secret), secret: createSecretKey(bytes) }
}

async function keptKey(db: Database, now: number): Promise<{ secret: string | null }> {
  const kept = () =>
    db.selectFrom('search_keys').select('secret').where('secret', 'is not', null).orderBy('id').executeTakeFirst()
  const found = await kept()
  if (found) return found
  const secret = newSecret()
  await remember(db, keyOf(secret).id, secret, now)
  // Another process may have made one at the same moment; all take the first.
  return (await kept()) ?? { secret }
}

async function remember(db: Database, id: string, secret: string | null, now: number): Promise<void> {
  const older = await db.selectFrom('receipts').select('id').limit(1).executeTakeFirst()
  await db
    .insertInto('search_keys')
    .values({ id, secret, received_at: 0, receipt_id: '', done_at: older ? null : now })
    .onConflict(conflict => conflict.column('id').doNothing())
    .execute()
}

/** A receipt and what it is found by. */
interface Indexed {
  record: Pick<ReceiptTable, 'id' | 'merchant_id' | 'receipt_date'>
  terms?: readonly string[]
}

/** Writes receipts' terms, unless they are there already. */
export async function insertTerms(transaction: Transaction, receipts: readonly Indexed[]): Promise<void> {
  const rows = receipts.flatMap(({ record: { id, merchant_id, receipt_date }, terms = [] }) =>
    terms.map(term => ({ merchant_id, term, receipt_date, receipt_id: id })),
  )
  await insertMany(transaction, 'receipt_terms', rows, {})
}

/** Receipts per transaction. */
const step = 100

/**
 * Writes the terms of receipts that have none of this key: those accepted before there were terms, or under another key, whose
 * terms then go. Remembers how far it came, so that it may end at any time; several processes do no harm.
 *
 * @param signal ends it early
 * @returns how many receipts it wrote terms for
 */
async function reindex(
  db: Database,
  key: SearchKey,
  { signal, now }: { signal: AbortSignal; now: () => number },
): Promise<number> {
  let count = 0
  for (;;) {
    const at = await db.selectFrom('search_keys').selectAll().where('id', '=', key.id).executeTakeFirst()
    if (!at || at.done_at !== null || signal.aborted) return count
    const rows = await db
      .selectFrom('receipts')
      .select(['id', 'merchant_id', 'receipt_date', 'received_at', 'api_request'])
      .where('received_at', '>=', at.received_at)
      .where(({ eb, or }) => or([eb('received_at', '>', at.received_at), eb('id', '>', at.receipt_id)]))
      .orderBy('received_at')
      .orderBy('id')
      .limit(step)
      .execute()
    const last = rows.at(-1)
    if (!last) {
      await finish(db, key, now())
      return count
    }
    const mailed = await db
      .selectFrom('deliveries')
      .select(['receipt_id', 'email_address'])
      .where('receipt_id', 'in', idsOf(rows))
      .execute()
    const addresses = Map.groupBy(mailed, ({ receipt_id }) => receipt_id)
    const indexed = rows.map(record => {
      const { receipt } = readReceipt(record.api_request, { stored: true, receivedAt: record.received_at })
      const sentTo = addresses.get(record.id) ?? []
      const terms = [
        ...(receipt ? termsOf(key, record.merchant_id, receipt) : []),
        ...sentTo.map(({ email_address }) => addressTerm(key, record.merchant_id, email_address)),
      ]
      return { record, terms: [...new Set(terms)] }
    })
    await db.transaction().execute(async transaction => {
      await insertTerms(transaction, indexed)
      await transaction
        .updateTable('search_keys')
        .set({ received_at: last.received_at, receipt_id: last.id })
        .where('id', '=', key.id)
        .execute()
    })
    count += rows.length
    await nextTurn()
  }
}

async function finish(db: Database, { id }: SearchKey, at: number): Promise<void> {
  for (const kind of keyedKinds)
    await db
      .deleteFrom('receipt_terms')
      .where('term', 'like', `${kind}%`)
      .where('term', 'not like', `${kind}${id}%`)
      .execute()
  const anew = { received_at: 0, receipt_id: '', done_at: null }
  await db.updateTable('search_keys').set(anew).where('id', '!=', id).execute()
  await db.updateTable('search_keys').set({ done_at: at }).where('id', '=', id).execute()
}

/** Writes what is missing of the receipts' index, beside other work. Returns how to end it. */
export function startIndexing({ db, searchKey, now, log }: IndexContext): () => Promise<void> {
  const stopping = new AbortController()
  const done = reindex(db, searchKey, { signal: stopping.signal, now }).then(
    count => {
      if (count > 0) log.info('Receipts are found by what customers know of them', { count })
    },
    error => log.error('Indexing the receipts failed; the next start goes on', { error }),
  )
  return async () => {
    stopping.abort()
    await done
  }
}

interface IndexContext {
  db: Database
  searchKey: SearchKey
  now: () => number
  log: Log
}
