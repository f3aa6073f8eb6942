import { readFileSync } from 'node:fs'
import { fallbackChain } from '../../src/locale/resolve/lookup.ts'
import { elementsOf, type FoundElement } from './html.ts'

/** A row of a printed document: a title, a line of goods, or an amount of a sum. */
export interface PrintedRow {
  is: 'title' | 'goods' | 'sum' | 'tax'
  label: string
  /** In hundred-thousandths; tax rows have their base and their amount. */
  amounts: (number | undefined)[]
  /** Whether the amount names another currency than most do. */
  sign: string
}

/** The words that tell a sum from what it is made of. */
export interface SumLabels {
  subtotal: Set<string>
  net: Set<string>
  gross: Set<string>
  itemDiscounts: Set<string>
  total: Set<string>
  orderTotal: Set<string>
  paid: Set<string>
  balance: Set<string>
  change: Set<string>
  /** What is paid beside the total. */
  beside: Set<string>
  payment: Set<string>
  /** Titles of lists that come to nothing: plans, earlier payments, deposits, included taxes. */
  list: Set<string>
  summary: Set<string>
}

/** The words of a language, from its files alone. */
export function labelsOf(tag: string): SumLabels {
  const files = ['en', ...fallbackChain(tag)]
  const read = (file: string) => {
    try {
      return JSON.parse(readFileSync(`locales/${file}.json`, 'utf8')) as Record<string, Record<string, string>>
    } catch {
      return {}
    }
  }
  const words = [...new Set(files)].map(read)
  const of = (...keys: [section: string, key: string][]) =>
    new Set(keys.flatMap(([section, key]) => words.flatMap(each => plain(each[section]?.[key] ?? '')).filter(Boolean)))
  return {
    subtotal: of(['totals', 'subtotal'], ['orders', 'subtotal']),
    net: of(
      ...(['net', 'includingFees', 'afterDiscounts'].map(key => ['totals', key]) as [string, string][]),
      ['orders', 'net'],
      ['orders', 'afterDiscounts'],
    ),
    gross: of(['totals', 'beforeDiscounts']),
    itemDiscounts: of(['totals', 'itemDiscounts']),
    total: of(['totals', 'grand'], ['totals', 'refund'], ['totals', 'toPay']),
    orderTotal: of(['orders', 'total']),
    paid: of(['tenders', 'paidToday'], ['tenders', 'applied']),
    balance: of(['tenders', 'balanceDue'], ['deposit', 'balanceDue']),
    change: of(['tenders', 'change']),
    beside: of(['totals', 'tip'], ['totals', 'rounding'], ['totals', 'serviceCharge']),
    payment: of(['tenders', 'title'], ['tenders', 'refund']),
    list: of(
      ['orders', 'schedule'],
      ['tenders', 'history'],
      ['deposit', 'title'],
      ['taxes', 'title'],
      ['taxes', 'included'],
    ),
    summary: of(['totals', 'title']),
  }
}

/**
 * The rows of a mail or a page, in document order. Goods are in a table of their title, or in cells that say so: a mail keeps few classes.
 * Taxes have two columns of amounts, sums one.
 */
export function rowsOfPage(html: string, goodsTitle: string): PrintedRow[] {
  const isComma = commaOf(html)
  const elements = elementsOf(html)
  const goods = new Set(
    elements
      .filter(({ tag, attributes: { class: kind = '', 'aria-label': title } }) => {
        return tag === 'table' && (title === goodsTitle || /^(compact|lines|items)$/.test(kind))
      })
      .flatMap(table => table.inside),
  )
  return elements.flatMap((element): PrintedRow[] => {
    if (element.tag === 'h2' && !element.within.includes('th')) return [titleOf(element)]
    if (element.tag !== 'tr' || element.within.includes('thead') || element.inside.some(({ tag }) => tag === 'tr'))
      return []
    const cells = element.inside.filter(({ tag }) => tag === 'td' || tag === 'th')
    const { scope, class: kind } = cells[0]?.attributes ?? {}
    if (kind === 'k') return []
    if (cells.length === 1 && (/group$/.test(scope ?? '') || kind === 'sub-h')) return [titleOf(element)]
    const [first, ...others] = cells
    if (!first || others.length === 0) return []
    const small = element.inside.find(({ attributes }) => attributes.class === 'small')
    const label = plain(small ? first.text.replace(small.text, '') : first.text)
    const row = (is: PrintedRow['is'], found: FoundElement[]): PrintedRow[] => {
      const amounts = found.map(cell => amountIn(withoutNotation(cell), isComma))
      return [{ is, label, amounts, sign: signIn(withoutNotation(found.at(-1)!)) }]
    }
    const columns = others.filter(({ attributes }) => attributes.class === 'c')
    if (columns.length > 0) return row('goods', columns.slice(-1))
    if (others[0]!.attributes.class === 'num' || goods.has(element)) return row('goods', others.slice(0, 1))
    return others.length > 1 ? row('tax', others) : row('sum', others)
  })
}

function withoutNotation(cell: FoundElement): string {
  const notation = cell.inside.find(({ attributes }) => attributes.class === 'm')?.text ?? ''
  return notation ? cell.text.slice(0, -notation.length) : cell.text
}

function titleOf({ text }: FoundElement): PrintedRow {
  return { is: 'title', label: plain(text), amounts: [], sign: '' }
}

/**
 * The rows of a plain text or a slip, down to the tear line. Amounts end at one column; what is indented belongs to the line above.
 *
 * @param text.end columns before that edge
 * @param text.isSlip whether it is for a till's paper, whose head has no amount
 */
export function rowsOfText(
  text: string,
  { end, isRtl, isSlip, labels }: { end: number; isRtl: boolean; isSlip: boolean; labels: SumLabels },
) {
  const isComma = commaOf(text)
  // A label from right to left may have its amount below.
  const all = (isRtl ? text.replaceAll(/:\n(?=\P{L}*\d)/gu, ': ') : text).split('\n')
  const tear = all.findIndex(line => /^(?:- ){8,}-?$/.test(line))
  const lines = tear < 0 ? all : all.slice(0, tear)
  const rows: PrintedRow[] = []
  let is: PrintedRow['is'] = 'goods'
  const head = lines.indexOf('') + 1
  const from = isSlip ? head : lines.findIndex((line, at) => at > head && (line === '' || /^-+$/.test(line)))
  for (let at = from; at < lines.length; at++) {
    const line = lines[at]!
    if (/^-+$/.test(line)) {
      is = 'sum'
      continue
    }
    if (line.startsWith('  ') && !/^ {6,}\S*\d\S*(?: \S{1,8})?$/.test(line)) continue
    if (lines[at - 1] === '' && line !== '' && !atEdge(line, end)) {
      is = labels.list.has(plain(line)) ? 'tax' : 'goods'
      rows.push({ is: 'title', label: plain(line), amounts: [], sign: '' })
    }
    const found = isRtl ? /^(.*): ([^:×]*\d[^:×]*)$/.exec(line) : atEdge(line, end)
    // The end of a long label, above its amount.
    if (!found || (!isRtl && /^ {6,}\S*\d\S*(?: \S{1,8})?$/.test(lines[at + 1] ?? ''))) continue
    const [, label, amount] = found
    const value = amountIn(amount!, isComma)
    if (value === undefined) continue
    rows.push({ is, label: plain(label!), amounts: [value], sign: signIn(amount!) })
  }
  return rows
}

/** Label and amount of a line whose amount ends at that column. */
function atEdge(line: string, end: number): [string, string, string] | undefined {
  let column = 0
  let cut = ''
  for (const character of line) {
    if (/\p{Mn}|\p{Cf}/u.test(character)) {
      cut += character
      continue
    }
    column += /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff01-\uff60\uffe0-\uffe6]/.test(
      character,
    )
      ? 2
      : 1
    if (column > end) {
      // A label that takes the space of the notations, too.
      if (!/\s/.test(character)) return undefined
      break
    }
    cut += character
  }
  if (Math.min(column, end) < end || /\s$/.test(cut)) return undefined
  const found =
    /^(.*?)(?:\s+|^)((?!\p{L}{4})\S*\d\S*(?:[\u00a0\u202f]\S{1,5})?|[−-]?(?:[A-Z]{3}|Rp|\p{Sc})\u00a0\S*\d)$/u.exec(cut)
  return found ? [cut, found[1]!, found[2]!] : undefined
}

/** Whether a document writes decimals behind a comma. */
function commaOf(text: string): boolean {
  if (/\d\.\d{3}\.\d{3}(?!\d)/.test(text)) return true
  return (text.match(/\d,\d\d(?!\d)/g)?.length ?? 0) > (text.match(/\d\.\d\d(?!\d)/g)?.length ?? 0)
}

/** An amount as it is written: in hundred-thousandths. Undefined if it is none. */
function amountIn(text: string, isComma: boolean): number | undefined {
  // A date, and a time that is written like an amount.
  if (/\d,\s/.test(text)) return undefined
  const written = text.replace(/[\p{Cf}\s]/gu, '')
  const isMoney = /\p{Sc}|^[−-]?[A-Z]{3}|[دلج]\.[كلم]|CA\$/u.test(written) || /[.,]\d{2,3}$/.test(written)
  const digits = /\d[\d.,’']*/.exec(written)?.[0]
  if (!isMoney || !digits) return undefined
  const number = isComma ? digits.replace(/[.’']/g, '').replace(',', '.') : digits.replace(/[,’']/g, '')
  return Math.round(Number(number) * 1e5) * (/[−-]/.test(written) ? -1 : 1)
}

function signIn(text: string): string {
  return text.replace(/[\p{Cf}\s\d.,’'−-]/gu, '')
}

function plain(text: string): string {
  return text
    .replace(/\p{Cf}/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/**
 * Adds the columns of a document from top to bottom.
 *
 * @returns what doesn't add, in words
 */
export function faultsOf(rows: readonly PrintedRow[], labels: SumLabels): string[] {
  const faults: string[] = []
  const shown = (amount: number) => String(amount / 1e5)
  /** What the goods below each title come to. */
  const goods = [0]
  let ordersTotal = 0
  let hasGoods = false
  /** What the rows above may come to; undefined where nothing is above. */
  let running: Set<number> | undefined
  let isOpen = false
  let total: number | undefined
  let isOrder = false
  let isList = false
  let paid: PrintedRow[] = []
  let taxes: PrintedRow[] = []
  /** Some of the goods above, from one title on or up to one; with what orders come to. */
  const bases = () => {
    if (!hasGoods) return undefined
    const sum = (some: readonly number[]) => some.reduce((all, each) => all + each, 0)
    const parts = goods.flatMap((_, at) => [sum(goods.slice(at)), sum(goods.slice(0, at))])
    return new Set([...parts, ...parts.map(part => part + ordersTotal)])
  }
  const expect = (row: PrintedRow, sums: Set<number> | undefined) => {
    const amount = row.amounts[0]!
    if (sums && !sums.has(amount))
      faults.push(`${row.label} ${shown(amount)} is none of ${[...sums].map(shown).join(', ')}`)
  }
  const endPayment = () => {
    if (total !== undefined && paid.length > 0) faults.push(...paymentFaults(paid, total, labels))
    total = undefined
    paid = []
  }
  const endTaxes = () => {
    const [net, ...others] = [...taxes].reverse()
    if (net && labels.net.has(net.label) && net.amounts[0] !== undefined)
      expect(net, new Set([others.reduce((sum, { amounts }) => sum + (amounts[0] ?? 0), 0)]))
    taxes = []
  }
  for (const row of rows) {
    if (row.is === 'tax' && row.amounts.length > 1) {
      taxes.push(row)
      continue
    }
    const [amount] = row.amounts
    if (row.is === 'title') {
      if (!labels.payment.has(row.label) || isOrder) endPayment()
      goods.push(0)
      isList = labels.list.has(row.label)
      continue
    }
    const isSum = [labels.subtotal, labels.net, labels.gross, labels.total].some(each => each.has(row.label))
    if (isSum) isList = false
    if (amount === undefined || isList) continue
    if (row.is === 'goods') {
      if (isOpen) running = undefined
      isOpen = false
      hasGoods = true
      goods.push(goods.pop()! + amount)
      continue
    }
    if (row.is === 'tax') continue
    if (total !== undefined) {
      // What follows the balance is to be paid another time.
      if (!paid.some(({ label }) => labels.balance.has(label))) paid.push(row)
      continue
    }
    if (!isOpen) running = bases()
    isOpen = true
    if (labels.gross.has(row.label)) running = new Set([amount])
    else if (labels.subtotal.has(row.label) || labels.net.has(row.label)) {
      expect(row, running)
      running = new Set([amount])
    } else if (labels.total.has(row.label) || labels.orderTotal.has(row.label)) {
      expect(row, running)
      isOrder = labels.orderTotal.has(row.label)
      if (isOrder) ordersTotal += amount
      total = amount
      running = undefined
      isOpen = false
    } else {
      running = running && new Set([...running].map(each => each + amount))
      // From the gross amount on, the discounts of lines lead to what the lines come to.
      if (running && labels.itemDiscounts.has(row.label)) {
        const found = bases()
        const leads = [...running].some(each => !found || found.has(each) || found.has(each - amount))
        if (!leads) faults.push(`${row.label} ${shown(amount)} leads to none of ${[...found!].map(shown).join(', ')}`)
      }
    }
  }
  endPayment()
  endTaxes()
  return faults
}

/** Payments less change, which is above 0, make up the total with what stands beside it, but for the balance due; deposits lead down to it. */
function paymentFaults(rows: readonly PrintedRow[], total: number, labels: SumLabels): string[] {
  const main = rows.at(-1)!.sign
  let [sum, toPay] = [0, total]
  let balance: number | undefined
  for (const { label, amounts, sign } of rows) {
    const amount = amounts[0]!
    if (sign !== main) return []
    if (labels.beside.has(label)) toPay += amount
    else if (labels.change.has(label)) sum -= amount
    else if (labels.paid.has(label)) {
      if (amount !== sum) return [`${label} ${amount / 1e5} is not ${sum / 1e5}`]
    } else if (labels.balance.has(label)) balance = amount
    else sum += amount
  }
  const left = balance === undefined ? 0 : balance
  if (rows.length === 1 && balance === total) return []
  // A sentence says the one payment of all.
  if (rows.every(({ label }) => labels.beside.has(label))) return []
  const isDown = rows.some(({ label, amounts }) => !labels.balance.has(label) && amounts[0]! < 0) && sum < 0
  const found = isDown ? toPay + sum : Math.abs(toPay) - sum
  return found === left ? [] : [`payments of ${sum / 1e5} leave ${left / 1e5} of ${toPay / 1e5}`]
}
