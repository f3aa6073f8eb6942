/**
 * The rules by which receipts are counted. Raise it with every change of what a receipt adds (`countReceipt`, `readTrade`, the names of
 * groups): the next start counts all receipts anew.
 */
export const countingRules = 2
