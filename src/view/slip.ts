import type { BarcodeSource, BarcodeView, Direction, FulfilmentView, ReceiptView } from './receipt-view.ts'

/** A receipt for a till's paper: lines of text, and the codes where they stand among them. */
export interface Slip {
  /** BCP 47 tag of the receipt's language. */
  lang: string
  dir: Direction
  parts: SlipPart[]
}

/**
 * Lines of text without the last one's end, or a code. `double` letters are twice as wide and high, so half as many fit on a line;
 * `tall` ones are twice as high only. Of facts, the first `bold` characters are their label.
 */
export type SlipPart = SlipLines | { code: BarcodeSource }

interface SlipLines {
  text: string
  style?: SlipStyle
  /** How many UTF-16 code units at the beginning are in bold letters, all on the first line. Default 0. */
  bold?: number
}

/** How lines of a slip stand out: the shop's name and the total, the means of payment, categories. */
export type SlipStyle = 'double' | 'tall' | 'bold'

/** A view for a till's paper: without links and without why a mail was sent. */
export function slipOf(view: ReceiptView): ReceiptView {
  const { heading, fulfilment, orders } = view
  return {
    ...view,
    slip: true,
    heading: { ...heading, ...(heading.place && { place: withWholeLines(heading.place, heading.placeLines) }) },
    ...(fulfilment && { fulfilment: withWholeAddress(fulfilment) }),
    ...(orders && {
      orders: orders.map(order => ({
        ...order,
        ...(order.fulfilment && { fulfilment: withWholeAddress(order.fulfilment) }),
      })),
    }),
    receiptLinks: [],
    storeLinks: [],
    footer: { ...view.footer, automatic: '' },
  }
}

/** An address on one line, or where that is too long, its parts on several: none ends between a town and its code. */
function withWholeLines(place: string, lines: readonly string[] = []): string {
  return lines.reduce((text, line) => text.replace(line, () => line.replaceAll(' ', '\u00a0')), place)
}

function withWholeAddress(fulfilment: FulfilmentView): FulfilmentView {
  const { facts, lines } = fulfilment
  const whole = (value: string) => withWholeLines(value, lines)
  return {
    ...fulfilment,
    facts: facts.map(fact => (fact.key === 'where' ? { ...fact, value: whole(fact.value) } : fact)),
  }
}

/** The same, with a line that marks the place of each code, above its text or above the address of a payment, and marks of style. */
export function withMarks(view: ReceiptView): ReceiptView {
  const { barcode, paymentLink, orders, fulfilment } = view
  return {
    ...view,
    marked: true,
    ...(barcode && !barcode.isPaymentLink && { barcode: marked(barcode) }),
    ...(orders && {
      orders: orders.map(order => ({
        ...order,
        ...(order.barcode && { barcode: marked(order.barcode) }),
        ...(order.fulfilment && { fulfilment: withPass(order.fulfilment) }),
      })),
    }),
    ...(fulfilment && { fulfilment: withPass(fulfilment) }),
    ...(paymentLink?.image && {
      paymentLink: { ...paymentLink, url: `${markOf(paymentLink.image)}\n${paymentLink.scan}\n${paymentLink.url}` },
    }),
  }
}

function withPass(fulfilment: FulfilmentView): FulfilmentView {
  return fulfilment.pass ? { ...fulfilment, pass: marked(fulfilment.pass) } : fulfilment
}

/** Divides a text at the marks. A code that the template shows no text of stands at the end. */
export function slipParts(text: string, view: ReceiptView): SlipPart[] {
  const codes = new Map(codesOf(view))
  const rest = new Map(codes)
  const parts: SlipPart[] = []
  const pieces = text.trimEnd().split(sign)
  // Every other piece is the key of an image.
  for (const [index, piece] of pieces.entries()) {
    const code = codes.get(piece)
    if (index % 2 === 0) parts.push(...styledParts(linesOf(piece, index > 0, index < pieces.length - 1)))
    else if (code) {
      parts.push({ code })
      rest.delete(piece)
    }
  }
  for (const code of rest.values()) parts.push({ code })
  return parts
}

/** A piece without the rests of the lines on which the codes before and after it stand. */
function linesOf(piece: string, isAfterCode: boolean, isBeforeCode: boolean): string {
  const start = isAfterCode && piece.startsWith('\n') ? 1 : 0
  let end = piece.length
  if (isBeforeCode) {
    while (end > start && piece[end - 1] === ' ') end--
    if (end > start && piece[end - 1] === '\n') end--
  }
  return piece.slice(start, end)
}

/** Divides lines where their style changes. */
function styledParts(text: string): SlipPart[] {
  if (text === '') return []
  const parts: SlipLines[] = []
  for (const line of text.split('\n')) {
    if (line.startsWith(labelMark)) {
      const bold = line.indexOf(labelMark, 1) - 1
      parts.push({ text: line.replaceAll(labelMark, ''), bold })
      continue
    }
    const style = slipMarks.find(({ mark }) => line.startsWith(mark))?.style
    const content = style ? line.slice(1) : line
    const last = parts.at(-1)
    if (last && last.style === style) last.text += `\n${content}`
    else parts.push({ text: content, ...(style && { style }) })
  }
  return parts
}

/** What a line of a marked text begins with. Control characters, which no receipt, template or word of ours contains. */
export const slipMarks: readonly { style: SlipStyle; mark: string }[] = [
  { style: 'double', mark: '\u0001' },
  { style: 'tall', mark: '\u0002' },
  { style: 'bold', mark: '\u0003' },
]

/** Stands before and behind the label of facts, in the same line. */
export const labelMark = '\u0004'

/** The codes of a paper, by the key of their image. */
function codesOf({ images, barcode, paymentLink, orders = [] }: ReceiptView): [string, BarcodeSource][] {
  const keys = [paymentLink?.image, ...orders.map(order => order.barcode?.image), barcode?.image]
  return [...new Set(keys)].flatMap(key => {
    const source = key === undefined ? undefined : images[key]
    return key !== undefined && source?.kind === 'barcode' ? [[key, source] as [string, BarcodeSource]] : []
  })
}

function marked(barcode: BarcodeView): BarcodeView {
  const { image, owner, caption } = barcode
  return { ...barcode, text: `${markOf(image)}\n${owner ? `${owner} ${caption}` : caption}` }
}

function markOf(image: string): string {
  return `${sign}${image}${sign}`
}

/** No receipt, template or word of ours contains this character. */
const sign = '\u0000'
