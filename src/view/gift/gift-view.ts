import type { HeadingView, ItemsView, ItemView, NoteView, ReceiptView } from '../receipt-view.ts'

/**
 * A gift receipt: a view without fields for money, payment and the buyer. Templates show it like any other.
 * It lists its sections, so a new section of receipts doesn't slip in.
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
    | 'details'
    | 'header'
    | 'barcode'
    | 'slot1'
    | 'slot2'
    | 'slot3'
    | 'slot4'
    | 'slot5'
    | 'leftOut'
    | 'receiptLinks'
    | 'storeLinks'
    | 'footer'
    | 'own'
    | 'images'
  > {
  kind: 'gift'
  heading: Omit<HeadingView, 'amount' | 'of' | 'paid' | 'due' | 'outcome' | 'outcomeLines'> & { outstanding: false }
  items?: GiftItemsView
  returns: []
  orders: []
  terms?: { title: string; terms: { text: NoteView; links: [] }[] }
  extra: Record<string, never>
}

/** Items without prices: money columns are empty. */
export interface GiftItemsView extends Omit<ItemsView, 'has' | 'groups'> {
  has: { quantity: boolean; price: false; tax: false; mark: false; amount: false; picture?: boolean }
  groups: { title?: string; items: GiftItemView[] }[]
}

/** An item without what it cost: its amount is how many there are, '× 2'. */
export interface GiftItemView
  extends Pick<ItemView, 'name' | 'picture' | 'amount' | 'quantity' | 'summary' | 'details' | 'notes' | 'facts'> {
  lines: []
  links: []
}
