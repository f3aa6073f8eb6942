/** Waiting items of many merchants, who take turns no matter how many items each has. */
export interface FairQueue<Item> {
  readonly size: number
  lengthOf(merchantId: string): number
  push(merchantId: string, item: Item): void
  /** Removes the oldest item of the merchant whose turn it is. */
  shift(): Item | undefined
  /** Removes an item. False if it was already gone. */
  remove(merchantId: string, item: Item): boolean
  longest(): string | undefined
  pop(merchantId: string): Item | undefined
}

/** An empty fair queue. */
export function createFairQueue<Item>(): FairQueue<Item> {
  // Maps are ordered: it's the first merchant's turn.
  const lists = new Map<string, Item[]>()
  let size = 0

  function taken(merchantId: string, list: Item[], item: Item | undefined): Item | undefined {
    if (item !== undefined) size -= 1
    if (list.length === 0) lists.delete(merchantId)
    return item
  }

  return {
    get size() {
      return size
    },
    lengthOf: merchantId => lists.get(merchantId)?.length ?? 0,
    push(merchantId, item) {
      const list = lists.get(merchantId)
      if (list) list.push(item)
      else lists.set(merchantId, [item])
      size += 1
    },
    shift() {
      const [first] = lists
      if (!first) return undefined
      const [merchantId, list] = first
      lists.delete(merchantId)
      const item = list.shift()
      if (list.length > 0) lists.set(merchantId, list)
      return taken(merchantId, list, item)
    },
    remove(merchantId, item) {
      const list = lists.get(merchantId)
      const at = list?.indexOf(item) ?? -1
      if (!list || at < 0) return false
      taken(merchantId, list, list.splice(at, 1)[0])
      return true
    },
    longest() {
      let longest: string | undefined
      for (const [merchantId, { length }] of lists)
        if (longest === undefined || length > (lists.get(longest)?.length ?? 0)) longest = merchantId
      return longest
    },
    pop(merchantId) {
      const list = lists.get(merchantId)
      return list && taken(merchantId, list, list.pop())
    },
  }
}
