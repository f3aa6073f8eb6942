import type { IncomingHttpHeaders } from 'node:http'

// The cookies of whoever is signed in, and whether our own page sent them; `admission.ts` decides what they are worth.

/** `__Host-` makes browsers insist on TLS, the whole host and no domain; plain HTTP can't have it. */
const prefix = '__Host-'

/** The session, the browser that someone signed in with, and a sign-in at the provider that isn't over. */
const names = { session: 'counterfoil', device: 'counterfoil-device', flow: 'counterfoil-flow' }
type Kind = keyof typeof names

/**
 * A `Set-Cookie` with a secret. Browsers send it to this host only, from its own pages only, and show it to no script. What comes back from
 * the provider by its link has the one that the sign-in began with.
 */
export function secretCookie(kind: Kind, secret: string, secure: boolean, seconds: number): string {
  return `${nameOf(kind, secure)}=${secret}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=${kind === 'flow' ? 'Lax' : 'Strict'}${secure ? '; Secure' : ''}`
}

/** The `Set-Cookie` that ends a session. */
export function endedCookie(secure: boolean): string {
  return secretCookie('session', '', secure, 0)
}

/** The secret in a request's cookies. */
export function readCookie(
  { cookie = '' }: IncomingHttpHeaders,
  secure: boolean,
  kind: Kind = 'session',
): string | undefined {
  const wanted = nameOf(kind, secure)
  const pairs = cookie.split(/;\s?/).map(pair => /^([\w-]{1,40})=([\w-]{43})$/.exec(pair) ?? [])
  return pairs.find(([, name]) => name === wanted)?.[2]
}

function nameOf(kind: Kind, secure: boolean): string {
  return `${secure ? prefix : ''}${names[kind]}`
}

/**
 * Whether another site's page made this request: browsers say so in `Sec-Fetch-Site`, older ones name the page's `Origin`. Links
 * and typed addresses may come from anywhere, but only make GETs.
 */
export function isFromElsewhere({ method, headers }: { method: string; headers: IncomingHttpHeaders }): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site !== 'same-origin' && !(site === 'none' && method === 'GET')
  if (headers.origin === undefined) return false
  return !URL.canParse(headers.origin) || new URL(headers.origin).host !== headers.host
}
