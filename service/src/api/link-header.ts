/** One link: its relation and its address. */
export type Link = readonly [rel: 'prev' | 'next', address: string]

/** A `link` header (RFC 8288); undefined when there is nothing to link to. */
export function linkHeader(links: readonly Link[]): string | undefined {
  if (links.length === 0) return undefined
  return links.map(([rel, address]) => `<${address}>; rel="${rel}"`).join(', ')
}
