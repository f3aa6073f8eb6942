/** What designers call a section; others go by their name. */
const labels: Readonly<Record<string, string>> = {
  'receipt-links': 'Links to the receipt',
  'payment-link': 'Payment link',
  header: 'Opening words',
  slot1: 'Till’s text 1, above the sale',
  related: 'Related receipts',
  'sold-to': 'Sold to',
  fulfilment: 'Pickup and delivery',
  items: 'Items',
  returns: 'Returned items',
  orders: 'Orders',
  slot2: 'Till’s text 2, below the items',
  totals: 'Totals',
  taxes: 'Taxes',
  tenders: 'Payment',
  deposit: 'Deposit',
  slot3: 'Till’s text 3, below the payment',
  signature: 'Signature',
  documents: 'Documents',
  slot4: 'Till’s text 4, fiscal codes',
  barcode: 'Barcode',
  facts: 'Receipt details',
  'store-links': 'Links to the store',
  loyalty: 'Loyalty',
  customer: 'Customer',
  terms: 'Terms',
  offers: 'Offers',
  raw: 'As the till printed it',
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
