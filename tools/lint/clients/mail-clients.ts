import { OptionError } from '../../../src/errors.ts'
import { nearest } from '../../../src/options/nearest.ts'
import data from './caniemail.json' with { type: 'json' }

/** A feature of HTML or CSS and its support in the latest version tested by caniemail.com. */
interface ClientFeature {
  title: string
  /** A letter for each of `clients`, in order: `y`, `n`, `a` (partial), `u` (unknown). */
  support: string
  /** What is missing; `clients` are space-separated names. */
  notes?: { text: string; clients: string }[]
}

/** By its name on caniemail.com: `css-border-radius`. */
export const clientFeatures: Readonly<Record<string, ClientFeature>> = data.features

const titles: Readonly<Record<string, string>> = data.clients

/** Mail clients by family and platform, such as `gmail.android`. */
const clients: readonly string[] = Object.keys(titles)

const families: Readonly<Record<string, string>> = data.families

/** The names that select mail clients: families, clients, and `all`. */
export const clientNames: readonly string[] = ['all', ...Object.keys(families), ...clients]

/**
 * Resolves names of clients: `gmail` is Gmail on all platforms, `gmail.android` on one, `all` is every client.
 *
 * @returns names of family and platform, without duplicates
 * @throws OptionError for an unknown client
 */
export function clientsNamed(names: readonly string[]): string[] {
  const unknown = names.find(name => !clientNames.includes(name))
  if (unknown !== undefined) throw noSuchClient(unknown)
  return clients.filter(client => names.some(name => ['all', client, familyOf(client)].includes(name)))
}

function noSuchClient(name: string): OptionError {
  const meant = nearest(name, clientNames)
  const known = Object.keys(families).map(family => {
    const platforms = clientsOf(family).map(client => client.slice(family.length + 1))
    return `  ${family} (${platforms.join(', ')})`
  })
  return new OptionError(
    `there is no mail client "${name}"${meant ? `; did you mean ${meant}?` : ''}\n` +
      `Name a family (gmail), a family on one platform (gmail.android), or all:\n${known.join('\n')}`,
  )
}

/** Whether a client supports a feature: `y`, `n`, `a` (partial), `u` (unknown). */
export function supportOf(slug: string, client: string): string {
  return clientFeatures[slug]?.support[clients.indexOf(client)] ?? 'u'
}

/** What a client lacks of a feature, in caniemail.com's words. */
export function notesOf(slug: string, client: string): string[] {
  const notes = clientFeatures[slug]?.notes ?? []
  return notes.filter(note => note.clients.split(' ').includes(client)).map(note => note.text)
}

/** Clients in words: `Gmail, Outlook on Windows and Windows Mail`. A family with all its platforms is named as a whole. */
export function clientPhrase(some: readonly string[]): string {
  const words = some.map(client => {
    const family = familyOf(client)
    return (clientsOf(family).every(other => some.includes(other)) ? families[family] : titles[client]) ?? client
  })
  return new Intl.ListFormat('en-GB').format(new Set(words))
}

function clientsOf(family: string): string[] {
  return clients.filter(client => familyOf(client) === family)
}

function familyOf(client: string): string {
  return client.slice(0, client.indexOf('.'))
}

/** What to do about a feature that some clients lack. */
interface Advice {
  advice: string
  /** Without the feature, the mail looks plainer but reads as well. */
  fine?: true
}

/** What to do about a feature that clients lack, by its caniemail slug. */
export function adviceOn(slug: string): Advice {
  const known = advices.find(([slugs]) => slugs.test(slug))?.[1]
  return known ?? (slug.startsWith('html-') ? otherMarkup : otherStyle)
}

const otherStyle: Advice = {
  advice: 'leave it out, or check in these clients that the mail reads as well without it',
}
const otherMarkup: Advice = {
  advice: 'use tables, cells, links and images, or check that the text reads as well without the markup',
}

function fine(advice: string): Advice {
  return { advice, fine: true }
}

const decoration = fine('only decoration is lost: keep it if the mail reads as well without')
const table = 'lay things out side by side in a <table role="presentation">, which every client supports'
const physicalSides =
  'write margin-inline-start, padding-inline-start or their -end; they become left and right when templates are compiled'

/** The first match applies. */
const advices: readonly (readonly [RegExp, Advice])[] = [
  [/^css-border-radius$/, fine('corners are square there; keep it if only the look depends on it')],
  [/^css-(max|min)-width$/, fine('also give the table or image a width attribute, which these clients use')],
  [
    /^css-background(-image|-position|-size|-repeat|-origin|-clip|-blend-mode)?$/,
    { advice: 'set background-color too, and keep the text readable on that color alone' },
  ],
  [
    /^css-(linear|radial|conic)-gradient$/,
    { advice: 'set background-color before it, in a color on which the text is readable' },
  ],
  [/^css-(display-flex|display-grid|flex-|grid-|align-items|justify-content|gap)/, { advice: table }],
  [
    /^css-(position|left-right-top-bottom|inset|z-index|transform|float|clear)$/,
    { advice: `things stay in the text flow there; ${table}` },
  ],
  [/^css-variables$/, { advice: 'write the value itself, or a brand value: {{brand.color}}' }],
  [/^css-(unit-calc|function-)/, { advice: 'write a plain value before it; a client uses the last one it supports' }],
  [/^css-unit-(rem|vh|vw|vmin|vmax|ch)$/, { advice: 'write px, like the rest of the mail' }],
  [
    /^css-(modern-color|rgba?)$/,
    { advice: 'write the color as #rrggbb; Gmail drops a whole style for rgb() without commas' },
  ],
  [
    /^css-(color-scheme|at-media-prefers-color-scheme)$|^html-meta-color-scheme$/,
    fine('these clients show the light mail, or darken it themselves: check that it reads well without this'),
  ],
  [
    /^css-at-media$/,
    fine(
      'these clients show the mail as on a wide screen: keep the layout fluid without it, with width: 100% and max-width',
    ),
  ],
  [
    /^html-style$/,
    fine('only inlined styles work there: put what the mail needs to be readable into brand.css, outside @media'),
  ],
  [/^css-selector-/, fine('the rule is ignored there: give the element its own class, and put what matters on it')],
  [/^css-(pseudo-element-(before|after|marker))$/, { advice: 'write the words or the image into the template' }],
  [
    /^css-pseudo-class-(hover|active|focus|visited|link|focus-visible|focus-within|target)$/,
    fine('links do not change under the pointer there'),
  ],
  [/^css-pseudo-/, { advice: 'give the element its own class in the template' }],
  [/^css-nesting$/, { advice: 'write each rule separately' }],
  [
    /^css-(at-font-face|at-import|sytem-ui)$/,
    fine('name fonts that everybody has after it: Arial, Helvetica, sans-serif'),
  ],
  [/^css-important$/, fine('write it in lower case after a space, and only in rules that stay a stylesheet')],
  [
    /^css-display(-none)?$/,
    {
      advice:
        'blocks stay blocks and inline elements inline there: check that it reads well; mso-hide:all hides from Outlook on Windows',
    },
  ],
  [/^css-visibility$/, { advice: 'leave the element out with {{#if}}' }],
  [/^css-line-height$/, fine('add mso-line-height-rule: exactly where lines must have that height')],
  [/^css-(margin|padding|border)$/, { advice: 'put it on a cell, <td>; these clients honour it there' }],
  [/^css-height$/, fine('things may shrink to their content there; also give the image or cell a height attribute')],
  [/^css-width$/, { advice: 'also give the table, cell or image a width attribute' }],
  [/^css-(overflow|white-space)$/, fine('text may wrap onto more lines there: leave room')],
  [
    /^css-(overflow-wrap|word-break|word-wrap|hyphen|text-wrap|text-overflow)/,
    fine('a long word may overflow its column there'),
  ],
  [/^css-(border|margin|padding)-(inline|block)/, { advice: physicalSides }],
  [
    /^css-(box-shadow|text-shadow|opacity|outline|letter-spacing|cursor|animation|at-keyframes|transition|filter)/,
    decoration,
  ],
  [
    /^css-(backdrop-filter|mix-blend-mode|text-decoration|text-underline|text-transform|font-|object-|accent-color)/,
    decoration,
  ],
  [/^html-svg$/, { advice: 'show a PNG: {{#with (image key)}}<img …>{{/with}}; SVG is for paper' }],
  [/^html-(picture|srcset|image-maps|background)$/, { advice: 'write one <img> with width, height and alt' }],
  [/^html-(video|audio|object)$/, { advice: 'show an image that links to it' }],
  [/^html-(form|input-|button-|select|textarea|required)/, { advice: 'link to a page with the form' }],
  [
    /^html-(bdi|semantics|abbr|acronym|wbr|ruby|rt|rp|mailto-links|target|lists)$/,
    fine('keep it for the clients that support it; it does no harm in others'),
  ],
  [/^html-hidden$/, { advice: 'leave the element out with {{#if}}' }],
  [/^html-link$/, { advice: 'write the styles into brand.css' }],
]
