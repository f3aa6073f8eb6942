import type { IncomingHttpHeaders } from 'node:http'

/** `__Host-` makes browsers insist on TLS, the whole host and no domain; plain HTTP can't have it. */
const names = { secure: '__Host-counterfoil', plain: 'counterfoil' }

/** The `Set-Cookie` that begins a session. Browsers send it to this host only, from its own pages only, and show it to no script. */
export function sessionCookie(secret: string, secure: boolean, seconds: number): string {
  return `${secure ? names.secure : names.plain}=${secret}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`
}

/** The `Set-Cookie` that ends it. */
export function endedCookie(secure: boolean): string {
  return sessionCookie('', secure, 0)
}

/** The session's secret in a request's cookies. */
export function readCookie({ cookie = '' }: IncomingHttpHeaders, secure: boolean): string | undefined {
  const wanted = secure ? names.secure : names.plain
  const pairs = cookie.split(/;\s?/).map(pair => /^([\w-]{1,40})=([\w-]{43})$/.exec(pair) ?? [])
  return pairs.find(([, name]) => name === wanted)?.[2]
}

/**
 * Whether another site's page made this request: browsers say so in `Sec-Fetch-Site`, older ones name the page's `Origin`. Links
 * and typed addresses may come from anywhere, but they only get.
 */
export function isFromElsewhere({ method, headers }: { method: string; headers: IncomingHttpHeaders }): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site !== 'same-origin' && !(site === 'none' && method === 'GET')
  if (headers.origin === undefined) return false
  return !URL.canParse(headers.origin) || new URL(headers.origin).host !== headers.host
}
