import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { placeholdersOf, readMessageFiles, withoutPlural } from '../../../src/locale/words/message-files.ts'
import { loadCatalogue, type MessageKey } from '../../../src/locale/words/messages.ts'
import { tenderTypes } from '../../../src/standards/codes/tender-types.ts'
import { aReceipt, plain, type SentReceipt, shownOf } from '../../support/receipts.ts'
import { isExhaustive, isSampled } from '../../support/scope.ts'

const catalogue = loadCatalogue()
const english = readMessageFiles(fileURLToPath(new URL('../../../locales/', import.meta.url))).get('en')!
const keys = [...new Set([...english.keys()].map(withoutPlural))]

/** A shop on which elision, contraction and agreement would show: L'Atelier, del Ático, ال. */
const store = { id: '1', name: 'Atelier Ático', address: { country: { code: 'US' } } }
const workstation = { id: '1', store }
const item = { name: 'Oolong', total: 12 }
const visa = { tenderTypeCode: 'Credit', amount: 12, creditDebit: { typeCode: 'Visa', last4Digits: '1881' } }

/** Every means of payment there is a wording for, one that has none, and cards with and without a brand. */
const tenders: SentReceipt[] = [
  ...tenderTypes.rows.map(({ code }) => ({ tenderTypeCode: code, amount: 12 })),
  { tenderTypeCode: 'TALON', amount: 12 },
  visa,
  { ...visa, creditDebit: { last4Digits: '0042' } },
  { tenderTypeCode: 'GiftCard', amount: 12, giftCard: { accountNumber: '4417' } },
]

const kinds: SentReceipt[] = [
  {},
  { transactionType: 'ReturnTransaction', grandAmount: -12, returns: [{ items: [{ ...item, total: -12 }] }] },
  { transactionType: 'ReturnTransaction', items: [item], returns: [{ items: [item] }], grandAmount: 0 },
  { transactionType: 'OrderTransaction', orders: [{ number: '7', action: 'Cancel' }], balanceDue: 5 },
  { transactionType: 'PaymentLinkTransaction', paymentLink: 'https://pay.example.com/1' },
  { items: [{ name: 'Oolong' }], grandAmount: 0 },
]

/** What nobody would say: doubled prepositions, a missing elision or contraction, a label inside a sentence. */
const clashes: Record<string, RegExp> = {
  en: /\b(?:with|to|in|by|from) (?:with|to|in|by|on)\b|\bPaid with (?:Paid|[A-Z][a-z]+ (?:card|credit|payment))\b|Refunded to (?:Check|Cash|Points|Other)/,
  fr: /\b(?:par|avec|en|sur|de|à) (?:par|avec|en|sur|de|à)\b|\b(?:[Dd]e|[Ll]e|[Ll]a|[Qq]ue|[Nn]e) [AEIOUÉÈÂaeiouéèâ]|\b[Dd]e le\b|\bpar [A-ZÉ][a-zé]+ (?:en|de)\b/,
  es: /\b(?:con|en|por|de|a) (?:con|en|por|de|a)\b|\b(?:de|a) el\b|\by [Ii](?!o)|\bPagado (?:con|en|por) (?:Efectivo|Tarjeta|Puntos|Cheque)/,
  de: /\b(?:mit|auf|von|in|bei) (?:mit|Auf|auf|von|in|bei|bar)\b|\bmit Punkte\b/,
  ja: /でお支払いで|お支払い?お支払|返金へ返金/,
  ar: /بواسطة|إلى على|مدفوع مدفوع/,
}

function faultOf(text: string, locale: string): string | undefined {
  const said = plain(text)
  if (/\{\{|\}\}|\b(?:undefined|null|NaN)\b|\[object/.test(said)) return 'holds what is no word'
  if (keys.includes(said) || /^[a-z-]+(?:\.[a-zA-Z-]+)+$/.test(said)) return 'is a key'
  if (/ {2}|^ | $| [,.;:]$|\( | \)/.test(said)) return 'has spaces where none belong'
  // Arabic writes 'and' as a letter of the word after it: 'and card and credit card' is no word twice.
  if (!locale.startsWith('ar') && /(?<![\p{L}\p{N}])(\p{L}{2,}) \1(?![\p{L}\p{N}])/iu.test(said))
    return 'has a word twice'
  const clash = clashes[locale.slice(0, 2)]?.exec(said)
  return clash ? `clashes at "${clash[0]}"` : undefined
}

function faultsIn(sent: SentReceipt, locale: string): string[] {
  const { heading, subject, title, preheader, footer, tenders, totals } = shownOf(sent, locale)
  const said = [
    ...[subject, title, preheader, footer.automatic, footer.thanks, heading.kind, heading.outcome, heading.amountLabel],
    ...[heading.logoAlt, totals?.total?.label, tenders?.title, ...(tenders?.tenders ?? []).map(({ label }) => label)],
  ]
  return said.flatMap(text => {
    const fault = text === undefined ? undefined : faultOf(text, locale)
    return fault ? [`${locale} ${fault}: ${text}`] : []
  })
}

const isTurn = (at: number, nth: number) => isExhaustive || (at + nth) % 2 === 0

describe.each(catalogue.languages.map((locale, at) => [locale, at] as const))('%s says', (locale, at) => {
  test('every means of payment, alone, with a card, and given back', () => {
    // Each in every other language in one of these ways, as the words are the same.
    const faults = tenders.flatMap((tender, nth) =>
      [
        { tenders: [tender] },
        { tenders: [visa, tender] },
        { ...kinds[1], tenders: [{ ...tender, amount: -12 }] },
      ].flatMap((paid, way) =>
        isSampled(at, nth, way) && isTurn(at, nth) ? faultsIn(aReceipt({ workstation, ...paid }), locale) : [],
      ),
    )
    expect([...new Set(faults)]).toEqual([])
  })

  test('every kind of receipt, with one to five means of payment', () => {
    const faults = kinds.flatMap((kind, nth) =>
      [0, 1, 2, 3, 4, 5]
        .filter(count => isSampled(at, nth, count) && isTurn(at, nth))
        .flatMap(count =>
          faultsIn(aReceipt({ workstation, items: [item], tenders: tenders.slice(0, count), ...kind }), locale),
        ),
    )
    expect([...new Set(faults)]).toEqual([])
  })

  test('every message with its values, in every number', () => {
    const t = catalogue.for([locale])
    const faults = keys.flatMap(key => {
      const text = english.get(key) ?? english.get(`${key}_other`)!
      const values = Object.fromEntries(placeholdersOf(text).map(name => [name, `<${name}>`]))
      const counts = english.has(`${key}_other`) ? [0, 1, 2, 3, 5, 11, 21, 100, 1000, 1_000_000] : [undefined]
      return counts.flatMap(count => {
        const said = t(key as MessageKey, count === undefined ? values : { ...values, count })
        const fault = said ? faultOf(said, locale) : 'says nothing'
        return fault ? [`${key} ${count ?? ''} ${fault}: ${said}`] : []
      })
    })
    expect(faults).toEqual([])
  })
})

test('the search finds what it looks for', () => {
  expect(faultOf('Paid with Paid online', 'en-US')).toMatch(/clashes/)
  expect(faultOf('Refunded to Check', 'en-US')).toMatch(/clashes/)
  expect(faultOf('Ticket de caisse de Atelier', 'fr-FR')).toMatch(/clashes/)
  expect(faultOf('Payé par en espèces', 'fr-CA')).toMatch(/clashes/)
  expect(faultOf('Bezahlt mit Auf Rechnung', 'de-AT')).toMatch(/clashes/)
  expect(faultOf('Pagado con con Visa', 'es-MX')).toBeDefined()
  expect(faultOf('heading.paid', 'ar')).toBe('is a key')
  expect(faultOf('Total  due', 'en-US')).toMatch(/spaces/)
})
