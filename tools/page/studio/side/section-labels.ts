/** What designers call a section; others go by their name. */
const labels: Readonly<Record<string, string>> = {
  'payment-link': 'Payment link',
  header: 'Opening words',
  slot1: 'Till’s text 1, above the sale',
  fulfilment: 'Pickup and delivery',
  items: 'Items',
  returns: 'Returned items',
  orders: 'Orders',
  totals: 'Totals',
  tenders: 'Payment',
  taxes: 'Taxes',
  slot2: 'Till’s text 2, above the tear line',
  'orders-after': 'Orders beside a sale',
  tear: 'Tear line',
  barcode: 'Barcode',
  terms: 'Terms',
  'receipt-links': 'Links to the receipt',
  'store-links': 'Links to the store',
  facts: 'Receipt details',
  'tender-details': 'Payment details',
  deposit: 'Deposit',
  'item-details': 'Item details',
  related: 'Related receipts',
  'sold-to': 'Sold to',
  loyalty: 'Loyalty',
  customer: 'Customer',
  signature: 'Signature',
  documents: 'Documents',
  slot4: 'Till’s text 4, fiscal codes',
  raw: 'As the till printed it',
  'raw-goods': 'As the till printed it, in place of items',
  offers: 'Offers',
  slot3: 'Till’s text 3, at the end',
  slot5: 'Till’s text 5, legal name',
  heading: 'Heading',
  hero: 'Amount at the top',
  footer: 'Footer',
}

/** A section's name in words: `tender-details` is "Tender details". */
export function sectionLabel(name: string): string {
  const words = name
    .replace(/([a-z])([A-Z\d])/g, '$1 $2')
    .replace(/[-_]+/g, ' ')
    .toLowerCase()
  return labels[name] ?? words.charAt(0).toUpperCase() + words.slice(1)
}
