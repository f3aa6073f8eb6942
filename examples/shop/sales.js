const goods = [
  ['Merino socks', 19],
  ['Trail rain jacket', 112],
  ['Wool beanie', 28.5],
  ['Enamel mug', 14],
  ['Headlamp', 46.9],
  ['Waxed laces', 6],
]

const types = ['DigitalOnly', 'DigitalOnly', 'DigitalAndPaper', 'PaperOnly', 'NoReceipt']

/** The next sale of a till, as its software would send it. */
export function newSale(chance, till, number) {
  const transactionNumber = `004-${till}-${String(number).padStart(5, '0')}`
  const items = Array.from({ length: 1 + Math.floor(chance.next() * 4) }, () => {
    const [name, price] = chance.pick(goods)
    return { name, price, total: price, quantity: { value: 1 } }
  })
  const grandAmount = Math.round(items.reduce((sum, { total }) => sum + total, 0) * 100) / 100
  const receiptType = chance.pick(types)
  return {
    ...(receiptType.startsWith('Digital') && { customer: { emailAddress: addressOf(transactionNumber) } }),
    workstation: {
      id: till,
      operator: 'Ada',
      store: { id: '004', name: 'Alder & Finch', address: { city: 'Toronto' } },
    },
    receiptType,
    transactionType: 'SaleTransaction',
    transactionNumber,
    receiptDateTime: new Date().toISOString(),
    items,
    grandAmount,
    currency: 'CAD',
  }
}

/** Each sale has a customer of its own, so that mails can be counted. */
export function addressOf(transactionNumber) {
  return `customer-${transactionNumber}@example.com`
}
