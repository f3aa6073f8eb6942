import type { ItemData } from '../receipt/data/item-data.ts'
import type { ReceiptData } from '../receipt/data/receipt-data.ts'

/** The list with each entry changed; the same list if none is. */
export function mapped<Entry>(list: Entry[] | undefined, change: (entry: Entry) => Entry): Entry[] | undefined {
  let changed: Entry[] | undefined
  for (let at = 0; list && at < list.length; at++) {
    const entry = list[at] as Entry
    const made = change(entry)
    if (made === entry) continue
    changed ??= [...list]
    changed[at] = made
  }
  return changed ?? list
}

/** The object with these fields; the same object if it has them. */
export function withChanged<T extends object>(object: T, changes: { [Key in keyof T]?: T[Key] | undefined }): T {
  let changed: T | undefined
  for (const key in changes) {
    const value = changes[key]
    if (value === undefined || value === object[key]) continue
    changed ??= { ...object }
    changed[key] = value as T[typeof key]
  }
  return changed ?? object
}

/** The receipt with each line of goods changed; the same receipt if none is. */
export function withLinesChanged(receipt: ReceiptData, change: (line: ItemData) => ItemData): ReceiptData {
  const ofList = (lines: ItemData[] | undefined) => mapped(lines, change)
  return withChanged(receipt, {
    items: ofList(receipt.items),
    returns: mapped(receipt.returns, entry => withChanged(entry, { items: ofList(entry.items) })),
    orders: mapped(receipt.orders, order => withChanged(order, { items: ofList(order.items) })),
  })
}
