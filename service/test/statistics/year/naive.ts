import type { Sent } from './trade.ts'

/**
 * Counts a year receipt by receipt, as docs/what-counts.md says, and in the plainest way: no shared rows, no deltas, and nothing
 * imported from what counts for the service.
 */
export interface Tables {
  /** What receipts of a group add, by grouping, group and currency; groupings by whole receipts. */
  receipts: Table
  /** The same of tenders, cards, taxes, categories and items; counts aren't by currency. */
  parts: Table
}

/** Figures by `grouping|group`, then currency. Amounts are in millionths. */
export type Table = Map<string, Map<string, Map<string, bigint>>>

// biome-ignore lint/suspicious/noExplicitAny: a receipt as a till sends it
type Json = any

/** Adds up receipts, those that a period has. */
export function countNaively(sent: readonly Sent[]): Tables {
  const tables: Tables = { receipts: new Map(), parts: new Map() }
  for (const one of sent) countOne(one, tables)
  return tables
}

function countOne({ body: r }: Sent, { receipts, parts }: Tables): void {
  const body: Json = r
  const { currency, workstation, receiptType, transactionType } = body
  const { operator = '', associate = '' } = workstation
  const storeId = workstation.store.id
  const groups = [
    'all|',
    `store|${workstation.store.id}`,
    `register|${workstation.store.id}/${workstation.id}`,
    `operator|${operator}`,
    `associate|${associate}`,
    `store+operator|${storeId}/${operator}`,
    `store+associate|${storeId}/${associate}`,
    `register+operator|${storeId}/${workstation.id}/${operator}`,
    `territory|${workstation.store.address.territory}`,
    `receiptType|${receiptType}`,
    `transactionType|${transactionType}`,
    `currency|${currency}`,
  ]
  const add = (figure: string, value: bigint | number | boolean) => {
    for (const group of groups) plus(receipts, group, currency, figure, BigInt(value))
  }
  const addPart = (group: string, figure: string, value: bigint | number, of = currency) => {
    plus(parts, group, of, figure, BigInt(value))
    plus(parts, `store+${group.replace('|', `|${storeId}/`)}`, of, figure, BigInt(value))
  }

  const kind = kindOf(body)
  add('receipts', 1)
  add(receiptType, 1)
  add('withAddress', body.customer?.emailAddress !== undefined)
  add('revised', body.revision !== undefined)
  add('timesWithoutOffset', /T[\d:]+$/.test(body.receiptDateTime))
  const counter = {
    return: 'returns',
    payment: 'payments',
    invoice: 'laterInvoices',
    deposit: 'deposits',
    gift: 'giftReceipts',
    request: 'paymentRequests',
    training: 'training',
    sale: undefined,
  }[kind]
  if (counter) add(counter, 1)
  if (kind === 'invoice' || kind === 'gift' || kind === 'request' || kind === 'training') return

  const isReturn = kind === 'return'
  const isGoods = isReturn || kind === 'sale'
  const negative = (amount: Json) => (amount === undefined ? 0n : -magnitude(amount))
  const paysBack = kind === 'sale' && body.grandAmount < 0
  const tenders: Json[] = body.tenders ?? []
  const tendered = (amount: Json) => (isReturn || paysBack ? negative(amount) : micros(amount))
  const orderSum = total(body.orders?.map((order: Json) => order.totalAmount))
  const grand = isReturn ? negative(body.grandAmount) : micros(body.grandAmount)
  const isSmall = kind === 'sale' && body.balanceDue > 0 && orderSum > grand
  const comesTo = isSmall ? orderSum : grand

  if (isGoods) {
    const back = [
      ...(isReturn ? (body.items ?? []) : []),
      ...(body.returns ?? []).flatMap((entry: Json) => entry.items),
    ]
    const sold = isReturn ? [] : [...(body.items ?? []), ...(body.orders ?? []).flatMap((order: Json) => order.items)]
    const giftCards = total(sold.filter(line => line.giftCard).map(line => line.total))
    const isSale = kind === 'sale' && !(sold.length > 0 && sold.every(line => line.giftCard))
    add('sales', isSale)
    add('giftCardsSold', giftCards)
    add('salesAmount', isReturn ? 0n : comesTo - giftCards)
    add('returnsAmount', isReturn ? -comesTo : 0n)
    add('grandAmount', comesTo)
    add('grossKnown', body.grossAmount !== undefined)
    add('netKnown', body.netAmount !== undefined)
    const net = isReturn || paysBack ? negative(body.netAmount) : micros(body.netAmount)
    add('serviceCharges', micros(body.serviceCharge))
    add('roundingAdjustment', micros(body.roundingAdjustment?.value))
    const backTotal = back.reduce((sum, line) => sum + magnitude(line.total), 0n)
    add('refunds', isReturn ? -comesTo : backTotal)

    const fee = total(body.fees?.map((entry: Json) => entry.amount))
    const isKept = isReturn && -net < backTotal
    add('fees', isReturn ? (isKept ? size(fee) : -size(fee)) : fee)

    let [discounts, odd] = [0n, false]
    const named = new Set<string>()
    const takeOff = (name: string, amount: bigint) => {
      discounts += amount
      const group = `discount|${name}`
      addPart(group, 'receipts', named.has(group) ? 0 : 1)
      named.add(group)
      addPart(group, 'count', 1)
      addPart(group, 'amount', amount)
    }
    for (const { name, amount } of body.discounts ?? []) takeOff(name, -micros(amount))
    for (const line of sold)
      for (const { name, amount } of line.discounts ?? []) {
        // Above 0, it is a saving all the same, but if the line costs more than its price.
        const isSaving = amount < 0 || micros(line.total) < BigInt(Math.round(line.price * line.quantity.value * 1e6))
        if (isSaving) takeOff(name, magnitude(amount))
        else odd = true
      }
    for (const line of back) for (const { name, amount } of line.discounts ?? []) takeOff(name, -magnitude(amount))
    add('discounts', discounts)
    add('discountsIgnored', odd)

    const ordered = (body.orders ?? []).flatMap((order: Json) => order.taxes ?? [])
    const ofItems = sold.flatMap(line => line.taxes ?? [])
    const isFromItems = !body.taxes && ordered.length === 0 && ofItems.length > 0
    const taxes: Json[] = body.taxes ?? (ordered.length > 0 ? ordered : ofItems)
    const sent = total(taxes.map(tax => tax.amount))
    const turns = isReturn || (paysBack && sent > 0n && (body.netAmount === undefined || net + sent !== grand))
    const reckoned = reckon(body, { sold, back, taxes: sent })
    const gross = isReturn ? negative(body.grossAmount) : micros(body.grossAmount)
    add('grossAmount', body.grossAmount === undefined ? (reckoned?.gross ?? 0n) : gross)
    add('netAmount', body.netAmount === undefined ? (reckoned?.net ?? 0n) : net)
    add('taxesFromItems', isFromItems)
    add('taxes', turns ? -size(sent) : sent)
    const seen = new Set<string>()
    for (const { taxTypeCode, description, percent, amount, taxableAmount } of taxes) {
      const code = taxNames[taxTypeCode ?? description] ?? taxTypeCode
      const group = `taxType|${code} ${percent}`
      addPart(group, 'receipts', seen.has(group) ? 0 : 1)
      seen.add(group)
      addPart(group, 'count', 1)
      addPart(group, 'amount', turns ? -magnitude(amount) : micros(amount))
      addPart(group, 'taxableAmount', turns ? -magnitude(taxableAmount) : micros(taxableAmount))
    }

    for (const [line, isBack] of [...sold.map(of => [of, false]), ...back.map(of => [of, true])] as [Json, boolean][]) {
      const isTaken = isBack || (line.quantity?.value ?? 1) < 0
      const pieces = piecesOf(line)
      add(isTaken ? 'itemsReturned' : 'items', pieces)
      for (const group of [`item|${line.sku ?? line.upc ?? line.name}`, `category|${line.category ?? ''}`]) {
        addPart(group, 'receipts', seen.has(group) ? 0 : 1)
        seen.add(group)
        addPart(group, 'count', 1)
        addPart(group, isTaken ? 'itemsReturned' : 'items', pieces)
        addPart(group, isTaken ? 'refunds' : 'amount', isTaken ? magnitude(line.total) : micros(line.total))
      }
    }
    add('mixedSigns', isReturn ? isMixed(body) : paysBack && (body.netAmount > 0 || tenders[0]?.amount > 0 || turns))
  }

  const own = tenders.filter(tender => tender.currency === undefined)
  const paid = own.reduce((sum, tender) => sum + tendered(tender.amount), 0n)
  const tip = isReturn ? 0n : micros(body.tip)
  const changeDue = micros(body.changeDue)
  const kept = paid === comesTo ? own.find(tender => /cash/i.test(tender.tenderTypeCode)) : undefined
  const isHanded = own.length > 0 && (kept !== undefined || paid !== comesTo)
  const change = isHanded ? changeDue : 0n
  const handed = (tender: Json) => tendered(tender.amount) + (tender === kept ? change : 0n)
  add('tips', tip)
  add('changeDue', changeDue)
  const tipped = tenders.find(tender => tender.creditDebit) ?? tenders[0]
  const seen = new Set<string>()
  for (const tender of tenders) {
    const groups = [`tenderType|${tenderNames[tender.tenderTypeCode] ?? tender.tenderTypeCode}`]
    if (tender.creditDebit) groups.push(`cardBrand|${cardNames[tender.creditDebit.typeCode] ?? ''}`)
    for (const group of groups) {
      addPart(group, 'receipts', seen.has(group) ? 0 : 1, tender.currency)
      seen.add(group)
      addPart(group, 'count', 1, tender.currency)
      addPart(group, 'amount', handed(tender), tender.currency)
      if (tender === tipped) addPart(group, 'tips', tip)
      const taken = (tender === tipped ? tip : 0n) - handed(tender)
      addPart(group, 'tenderApplied', -taken, tender.currency)
    }
  }
  if (change > 0n) {
    addPart('tenderType|Cash', 'changeDue', change)
    addPart('tenderType|Cash', 'tenderApplied', -change)
  }
  const isForeign = own.length < tenders.length
  const isKnown = tenders.length > 0
  const cards = total(own.filter(tender => /gift/i.test(tender.tenderTypeCode)).map(tender => tender.amount))
  const notNow = total(
    own.filter(tender => /account|deposit/i.test(tender.tenderTypeCode)).map(tender => tender.amount),
  )
  const all = isForeign ? micros(body.tenderApplied) : kept ? paid : paid - change
  const takings = isKnown ? all - tip - cards - notNow : 0n
  add('takingsKnown', isKnown)
  add('takings', takings)
  add('giftCardsRedeemed', cards)
  add('paymentsAmount', isGoods ? 0n : takings)
}

function kindOf(body: Json) {
  if (body.mode === 'Training') return 'training'
  if (body.transactionType === 'PaymentLinkTransaction') return 'request'
  const lines = [...(body.items ?? []), ...(body.orders ?? []).flatMap((order: Json) => order.items)]
  if (body.grandAmount === 0 && lines.every(line => line.total === undefined)) return 'gift'
  if (body.transactionType === 'ReturnTransaction' && !(body.items && body.returns)) return 'return'
  if (body.returns) return 'sale'
  if (body.grandAmount < 0) return 'return'
  const isLater = body.relatedTransactionReference || body.orders?.some((order: Json) => order.tenderHistory)
  if (isLater) return body.tenders ? 'payment' : 'invoice'
  return body.deposit && lines.length === 0 ? 'deposit' : 'sale'
}

/** What a sale's lines come to before their discounts, and after discounts and fees, if that leads to its total or its order's. */
function reckon(
  body: Json,
  { sold, back, taxes }: { sold: Json[]; back: Json[]; taxes: bigint },
): { gross: bigint; net: bigint } | undefined {
  const lines = total(sold.map(line => line.total)) - back.reduce((sum, line) => sum + magnitude(line.total), 0n)
  const ofLines = sold.flatMap(({ discounts = [], price, quantity, total: to }) =>
    discounts.map(({ amount }: Json) =>
      micros(to) < BigInt(Math.round(price * quantity.value * 1e6)) ? -magnitude(amount) : magnitude(amount),
    ),
  )
  const gross = lines - ofLines.reduce((sum: bigint, amount: bigint) => sum + amount, 0n)
  const off = total(body.discounts?.map((entry: Json) => entry.amount))
  const fees = total(body.fees?.map((entry: Json) => entry.amount))
  const [tip, rounding] = [micros(body.tip), micros(body.roundingAdjustment?.value)]
  const totals = [micros(body.grandAmount), total(body.orders?.map((order: Json) => order.totalAmount))]
  for (const from of [lines, micros(body.grossAmount)]) {
    const net = from + off + fees
    const before = net + taxes + micros(body.serviceCharge)
    if ([0n, tip, rounding, tip + rounding].some(more => totals.includes(before + more))) return { gross, net }
  }
  return undefined
}

function isMixed({ grandAmount, grossAmount, netAmount, taxes = [], tenders = [] }: Json): boolean {
  const [tax] = taxes
  const signs = [grandAmount, grossAmount, netAmount, tax?.amount, tenders[0]?.amount]
  return signs.some(amount => amount > 0) && signs.some(amount => amount < 0)
}

const measures = ['M', 'KG', 'Liters', 'HUR']

function piecesOf({ quantity = {} }: Json): number {
  const { value = 1, unitOfMeasureCode } = quantity
  return measures.includes(unitOfMeasureCode) || !Number.isInteger(value) ? 1 : Math.abs(value)
}

const tenderNames: Record<string, string> = {
  CASH: 'Cash',
  cash: 'Cash',
  CREDIT_CARD: 'Credit',
  GIFT_CARD: 'GiftCard',
  'House Account': 'OnAccount',
}
const cardNames: Record<string, string> = { Visa: 'Visa', VISA: 'Visa', MC: 'Mastercard', Mastercard: 'Mastercard' }

/** The consumption tax is Japan's value added tax. */
const taxNames: Record<string, string> = { vat: 'VAT', 'Consumption tax': 'VAT' }

function total(amounts: readonly Json[] = []): bigint {
  return amounts.reduce((sum: bigint, amount) => sum + micros(amount), 0n)
}

function size(amount: bigint): bigint {
  return amount < 0n ? -amount : amount
}

function magnitude(amount: Json): bigint {
  return size(micros(amount))
}

/** A decimal number, or its text, in millionths. */
export function micros(amount: number | string | undefined): bigint {
  if (amount === undefined) return 0n
  const [, sign = '', whole = '0', fraction = ''] = /^(-?)(\d+)(?:\.(\d{1,6}))?$/.exec(String(amount)) ?? []
  return BigInt(`${sign}${whole}${fraction.padEnd(6, '0')}`)
}

function plus(table: Table, group: string, currency: string, figure: string, value: bigint): void {
  const currencies = table.get(group) ?? new Map<string, Map<string, bigint>>()
  table.set(group, currencies)
  const figures = currencies.get(currency) ?? new Map<string, bigint>()
  currencies.set(currency, figures)
  figures.set(figure, (figures.get(figure) ?? 0n) + value)
}
