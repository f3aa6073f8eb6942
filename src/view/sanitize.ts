import { createRequire } from 'node:module'
import type SanitizeHtml from 'sanitize-html'
import { linkProblem } from '../standards/url.ts'

/** What an offer's HTML may contain: text with simple structure and links. No images, styles, classes, forms or scripts. */
const allowed: SanitizeHtml.IOptions = {
  allowedTags: [
    'p',
    'br',
    'b',
    'i',
    'em',
    'strong',
    'u',
    's',
    'small',
    'ul',
    'ol',
    'li',
    'a',
    'span',
    'h1',
    'h2',
    'h3',
    'hr',
    'blockquote',
  ],
  allowedAttributes: { a: ['href'] },
  allowedSchemes: ['https', 'http', 'mailto', 'tel'],
  allowProtocolRelative: false,
  transformTags: { a: linkWithinRules },
  disallowedTagsMode: 'discard',
  nestingLimit: 20,
}

/** A link that a receipt can't have (relative, or with a password) loses its URL but keeps its text. */
function linkWithinRules(tagName: string, { href }: SanitizeHtml.Attributes): SanitizeHtml.Tag {
  return { tagName, attribs: href === undefined || linkProblem(href) !== undefined ? {} : { href } }
}

// Loaded with the first HTML offer: most receipts have none, and a process's first email shouldn't wait for it.
let load: typeof SanitizeHtml | undefined

/** Reduces HTML to harmless structural markup. */
export function sanitizeHtml(html: string): string {
  load ??= createRequire(import.meta.url)('sanitize-html') as typeof SanitizeHtml
  return load(html, allowed)
}

/** The text of sanitized HTML, one line per block. */
export function htmlLines(html: string): string[] {
  return html
    .replace(/<a href="([^"]*)">([^<]*)<\/a>/g, '$2 ($1)')
    .replace(/<(?:br|hr)[^>]*>|<\/(?:p|li|h[1-3]|ul|ol|blockquote)>/g, '\n')
    .replace(/<[^<>]*>/g, '')
    .replace(/&(lt|gt|quot|amp);/g, (_, name: keyof typeof entities) => entities[name])
    .split('\n')
    .map(line => line.trim())
    .filter((line, index, all) => line !== '' || (index > 0 && all[index - 1] !== ''))
}

const entities = { lt: '<', gt: '>', quot: '"', amp: '&' }
