import { presentFrame } from '../frame.ts'
import { note, type ViewContext } from '../presenting.ts'
import type { ItemsView, ItemView, LinkView, LogoOptions, NoteView } from '../receipt-view.ts'
import { presentOwnBarcode, settleCodes } from '../sections/barcode.ts'
import { presentDetails } from '../sections/details.ts'
import { presentFooter } from '../sections/footer.ts'
import { presentItems } from '../sections/goods/items.ts'
import { presentLeftOut } from '../sections/goods/lean-item.ts'
import { presentHeading } from '../sections/heading.ts'
import { presentReceiptLinks, presentStoreLinks, type ReceiptLinks } from '../sections/links.ts'
import { presentTerms } from '../sections/terms.ts'
import type { GiftItemsView, GiftItemView, GiftView } from './gift-view.ts'

/**
 * Presents a gift receipt. It calls only presenters without money, and the result's type has no field for any.
 *
 * The merchant's own wording, footer and link are the same on every receipt: they contain nothing of the sale, and a
 * company's capital ("SARL au capital de 8 000 €") is required by law.
 *
 * @param p for the result of `giftReceipt`
 */
export function presentGift(
  p: ViewContext,
  options: LogoOptions & {
    copy?: boolean | undefined
    test?: boolean | undefined
    footer?: readonly string[] | undefined
    link?: LinkView | undefined
    links?: ReceiptLinks | undefined
  },
  own: GiftView['own'],
  images: GiftView['images'],
): GiftView {
  const { receipt, isolate } = p
  // None of these is there: the type knows it, too.
  const {
    amount: _,
    of: __,
    paid: ___,
    due: ____,
    outcome: _____,
    outcomeLines: ______,
    ...heading
  } = presentHeading(p, options)
  const items = presentItems(p, receipt.items)
  const terms = presentTerms(p)
  const barcode = presentOwnBarcode(p)
  const leftOut = presentLeftOut(p, undefined)
  settleCodes(p, { barcode, terms })
  return {
    ...presentFrame(p, heading),
    kind: 'gift',
    heading: { ...heading, outstanding: false },
    ...presentDetails(p, { barcode }),
    ...shown('header', note(receipt.header, isolate)),
    ...(items && { items: withoutMoney(items) }),
    ...(leftOut && { leftOut }),
    returns: [],
    orders: [],
    ...(terms && {
      terms: { title: terms.title, terms: terms.terms.flatMap(({ text }) => (text ? [{ text, links: [] }] : [])) },
    }),
    ...(barcode && { barcode }),
    ...shown('slot1', note(receipt.additionalInfo1, isolate)),
    ...shown('slot2', note(receipt.additionalInfo2, isolate)),
    ...shown('slot3', note(receipt.additionalInfo3, isolate)),
    ...shown('slot4', note(receipt.additionalInfo4, isolate)),
    ...shown('slot5', note(receipt.additionalInfo5, isolate)),
    // The receipt's own page and PDF have prices.
    receiptLinks: presentReceiptLinks(p, { returns: options.links?.returns }),
    storeLinks: presentStoreLinks(p, options.links),
    footer: presentFooter(p, heading, options),
    extra: {},
    own,
    images,
  }
}

function withoutMoney({ has, groups, ...items }: ItemsView): GiftItemsView {
  return {
    ...items,
    has: {
      ...{ quantity: has.quantity, price: false, tax: false, mark: false, amount: false },
      ...(has.picture && { picture: has.picture }),
    },
    groups: groups.map(group => ({
      ...group,
      items: group.items.map(giftItem),
    })),
  }
}

function giftItem({ name, picture, amount, quantity, summary, details, notes, facts }: ItemView): GiftItemView {
  return {
    name,
    ...(picture && { picture }),
    ...(amount && { amount }),
    ...(quantity && { quantity }),
    ...(summary && { summary }),
    ...(details && { details }),
    notes,
    ...(facts && { facts }),
    lines: [],
    links: [],
  }
}

function shown<Name extends string>(name: Name, value: NoteView | undefined): { [K in Name]?: NoteView } {
  return value ? ({ [name]: value } as { [K in Name]: NoteView }) : {}
}
