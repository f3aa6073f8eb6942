import type { ComponentChildren } from 'preact'
import type { Session } from './api.ts'

/** Where the page is: everything that a link to it says. */
export interface Route {
  /** Below `/console`: `['receipts', '8f…']`. */
  path: readonly string[]
  query: URLSearchParams
  /** What stays in the browser: a link may hold an address, which isn't for the service's logs. */
  secret: URLSearchParams
}

/** What a page shows. */
export interface View {
  /** Its heading, and the window's title. */
  title: string
  content: ComponentChildren
}

/** A page of the console, with what it shows at first. */
export type Page = (place: Route, session: Session, signal: AbortSignal) => Promise<View>

/** The place that the address bar shows. */
export function currentPlace(): Route {
  const path = location.pathname
    .replace(/^\/console\/?/, '')
    .split('/')
    .filter(Boolean)
  return {
    path: path.map(decodeURIComponent),
    query: new URLSearchParams(location.search),
    secret: new URLSearchParams(location.hash.slice(1)),
  }
}

/** The address of a place. Empty values are left out. */
export function addressOf(
  path: readonly string[],
  query: Readonly<Record<string, string | undefined>> = {},
  secret: Readonly<Record<string, string | undefined>> = {},
): string {
  const search = written(query)
  const hash = written(secret)
  return `/console${path.map(part => `/${encodeURIComponent(part)}`).join('')}${search && `?${search}`}${hash && `#${hash}`}`
}

/** Goes to a place of the console. */
export function go(address: string, { replace = false } = {}): void {
  if (replace) history.replaceState(null, '', address)
  else history.pushState(null, '', address)
  changed()
}

let changed = () => {}

/** Calls `show` for every place the page goes to, by links, by `go`, and back and forth. */
export function followPlaces(show: () => void): void {
  changed = show
  window.addEventListener('popstate', show)
  document.addEventListener('click', event => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (link?.target !== '' || link.hasAttribute('download') || link.origin !== location.origin) return
    if (!/^\/console(?:\/(?!api\/|files\/)|$)/.test(link.pathname)) return
    event.preventDefault()
    go(link.href)
  })
}

function written(values: Readonly<Record<string, string | undefined>>): string {
  const parts = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) if (value !== undefined && value !== '') parts.set(name, value)
  return String(parts)
}
