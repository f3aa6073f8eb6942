import { createRequire } from 'node:module'
import type SanitizeHtml from 'sanitize-html'

export type { default as SanitizeHtml } from 'sanitize-html'

let library: typeof SanitizeHtml | undefined

/** The library, loaded with the first HTML offer: most receipts have none, and a process's first mail shouldn't wait for it. */
export function sanitizer(): typeof SanitizeHtml {
  library ??= createRequire(import.meta.url)('sanitize-html') as typeof SanitizeHtml
  return library
}
