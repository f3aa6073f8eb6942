/** Merchants with a label of their own; each label is a time series to store. */
export const mostMerchants = 50

/** The label of all other merchants together. It can't be a merchant's id. */
export const otherMerchants = '(other)'

/**
 * Queued mails by label: the longest queues by merchant, and all others together. The label for others is always there, so
 * that a sum is 0 when nothing is queued.
 *
 * @param byMerchant the longest queue first
 */
export function queueSizes(byMerchant: readonly { merchantId: string; count: number }[]): Map<string, number> {
  const sizes = new Map([[otherMerchants, 0]])
  for (const [index, { merchantId, count }] of byMerchant.entries()) {
    const label = index < mostMerchants ? merchantId : otherMerchants
    sizes.set(label, (sizes.get(label) ?? 0) + count)
  }
  return sizes
}
