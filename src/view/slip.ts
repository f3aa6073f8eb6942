import type { BarcodeSource, BarcodeView, Direction, ReceiptView } from './receipt-view.ts'

/** A receipt for a till's paper: lines of text, and the codes where they stand among them. */
export interface Slip {
  /** BCP 47 tag of the receipt's language. */
  lang: string
  dir: Direction
  parts: SlipPart[]
}

/** Lines of text without the last one's end, or a code. The total is `tall`: twice as high on paper, and no wider. */
export type SlipPart = { text: string; tall?: true } | { code: BarcodeSource }

/** A view for a till's paper: without links and without why a mail was sent. */
export function slipOf(view: ReceiptView): ReceiptView {
  return { ...view, receiptLinks: [], storeLinks: [], footer: { ...view.footer, automatic: '' } }
}

/** The same, with a line that marks the place of each code: above its text, or above the address of a payment. */
export function withMarks(view: ReceiptView): ReceiptView {
  const { barcode, paymentLink, orders } = view
  return {
    ...view,
    ...(barcode && !barcode.isPaymentLink && { barcode: marked(barcode) }),
    ...(orders && {
      orders: orders.map(order => (order.barcode ? { ...order, barcode: marked(order.barcode) } : order)),
    }),
    ...(paymentLink?.image && {
      paymentLink: { ...paymentLink, url: `${markOf(paymentLink.image)}\n${paymentLink.scan}\n${paymentLink.url}` },
    }),
  }
}

/** Divides a text at the marks and the total. A code that the template shows no text of stands at the end. */
export function slipParts(text: string, view: ReceiptView): SlipPart[] {
  const codes = new Map(codesOf(view))
  const rest = new Map(codes)
  const parts: SlipPart[] = []
  // Every other piece is the key of an image.
  for (const [index, piece] of text.trimEnd().split(atMark).entries()) {
    const code = codes.get(piece)
    if (index % 2 === 0) parts.push({ text: piece })
    else if (code) {
      parts.push({ code })
      rest.delete(piece)
    }
  }
  for (const code of rest.values()) parts.push({ code })
  return withTotal(
    parts.filter(part => 'code' in part || part.text !== ''),
    view,
  )
}

/** The last lines that say label and amount of the total and nothing else: the heading says it, too. */
function withTotal(parts: readonly SlipPart[], { totals }: ReceiptView): SlipPart[] {
  const total = totals?.total && bare(totals.total.label + totals.total.amount)
  const at = total === undefined ? -1 : parts.findLastIndex(part => 'text' in part && totalIn(part.text, total))
  const part = parts[at]
  if (total === undefined || part === undefined || !('text' in part)) return [...parts]
  const lines = part.text.split('\n')
  // biome-ignore lint/style/noNonNullAssertion: it is how the part was found
  const [from, to] = totalIn(part.text, total)!
  const text = (some: readonly string[]): SlipPart[] => (some.length > 0 ? [{ text: some.join('\n') }] : [])
  const tall: SlipPart = { text: lines.slice(from, to).join('\n'), tall: true }
  return [...parts.slice(0, at), ...text(lines.slice(0, from)), tall, ...text(lines.slice(to)), ...parts.slice(at + 1)]
}

/** First and next line of what says the total. A long label takes several. */
function totalIn(text: string, total: string): [number, number] | undefined {
  const lines = text.split('\n')
  for (let to = lines.length; to > 0; to--)
    for (let from = to - 1; from >= Math.max(0, to - mostLines); from--)
      if (lines[from] !== '' && bare(lines.slice(from, to).join('')) === total) return [from, to]
  return undefined
}

/** A label of so many lines is no total that anybody has to find. */
const mostLines = 3

/** Letters and figures only: where a line breaks and how wide its gap is doesn't count. */
function bare(text: string): string {
  return text.replace(/[\s\p{Cf}]/gu, '')
}

/** The codes of a paper, by the key of their image. */
function codesOf({ images, barcode, paymentLink, orders = [] }: ReceiptView): [string, BarcodeSource][] {
  const keys = [paymentLink?.image, ...orders.map(order => order.barcode?.image), barcode?.image]
  return [...new Set(keys)].flatMap(key => {
    const source = key === undefined ? undefined : images[key]
    return key !== undefined && source?.kind === 'barcode' ? [[key, source] as [string, BarcodeSource]] : []
  })
}

function marked(barcode: BarcodeView): BarcodeView {
  return { ...barcode, text: `${markOf(barcode.image)}\n${barcode.text}` }
}

function markOf(image: string): string {
  return `${sign}${image}${sign}`
}

/** No receipt, template or word of ours contains this character. */
const sign = '\u0000'

const atMark = new RegExp(`\\n? *${sign}(.*?)${sign}\\n?`)
