export type Link = readonly [rel: 'prev' | 'next', address: string]

/** A `link` header (RFC 8288); undefined without links. */
export function linkHeader(links: readonly Link[]): string | undefined {
  if (links.length === 0) return undefined
  return links.map(([rel, address]) => `<${address}>; rel="${rel}"`).join(', ')
}
