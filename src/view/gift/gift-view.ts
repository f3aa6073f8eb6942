import type { HeadingView, ItemsView, ItemView, NoteView, ReceiptView } from '../receipt-view.ts'

/**
 * A receipt for a present: a view in which money, payment and the buyer have no place. Templates show it like any other.
 * It lists what it has, so a section that is added to receipts is not on it by mistake.
 */
export interface GiftView
  extends Pick<
    ReceiptView,
    | 'lang'
    | 'dir'
    | 'title'
    | 'subject'
    | 'preheader'
    | 'issued'
    | 'pageNumber'
    | 'facts'
    | 'header'
    | 'barcode'
    | 'slot1'
    | 'slot2'
    | 'slot3'
    | 'slot4'
    | 'slot5'
    | 'footer'
    | 'own'
    | 'images'
  > {
  kind: 'gift'
  heading: Omit<HeadingView, 'amount' | 'outcome'> & { outstanding: false }
  items?: GiftItemsView
  returns: []
  orders: []
  terms?: { title: string; terms: { text: NoteView; links: [] }[] }
  extra: Record<string, never>
}

/** Goods without prices: columns of money are empty. */
export interface GiftItemsView extends Omit<ItemsView, 'has' | 'groups'> {
  has: { quantity: boolean; price: false; tax: false; amount: false }
  groups: { title?: string; items: GiftItemView[] }[]
}

export interface GiftItemView extends Pick<ItemView, 'name' | 'quantity' | 'summary' | 'details' | 'notes'> {
  lines: []
  links: []
}
