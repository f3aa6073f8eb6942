/** Path of the receipt operations in version 1 (spec, "Versioning"). */
export const receiptsPath = '/ws/rest/v1/merchants/{merchantId}/receipts'

/** Path of a merchant's statistics. */
export const statisticsPath = '/ws/rest/v1/merchants/{merchantId}/statistics'

/** Path of the operations that only the console's own page uses. The merchant is the session's. */
export const consolePath = '/console/api'

/** Fills a path's parameters, escaped. */
export function fillPath(path: string, parts: Readonly<Record<string, string>>): string {
  return path.replace(/\{(\w{1,40})\}/g, (_, name: string) => encodeURIComponent(parts[name] ?? ''))
}
