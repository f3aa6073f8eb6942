import type { FeeData, ReceiptData } from 'counterfoil'

/** A receipt's fees, or else its orders'. */
export function feesOf({ fees, orders }: ReceiptData): readonly FeeData[] {
  return fees ?? orders?.flatMap(order => order.fees ?? []) ?? none
}

const none: readonly FeeData[] = []
