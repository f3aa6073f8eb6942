import type { SourcePosition } from '../finding.ts'
import { type Attribute, type AttributePart, flat, joinParts, type Piece, type Tag } from '../markup/html-pieces.ts'
import { styleAttributeUses, stylesheetUses } from './css-features.ts'
import type { ElementsOf, FeatureUse } from './declaration-features.ts'

/** The features that a mail template uses: elements, attributes, and the CSS in both. */
export function templateUses(pieces: readonly Piece[], elementsOf: ElementsOf): FeatureUse[] {
  const tags = pieces.filter(piece => piece.kind === 'tag')
  const inStyle = pieces.filter(piece => piece.kind === 'text' || piece.kind === 'mustache')
  const css = joinParts(
    inStyle.filter(({ inside }) => inside === 'style'),
    someWord,
  )
  return [
    ...tags.flatMap(tag => [
      ...elementUses(tag),
      ...tag.attributes.flatMap(attribute => attributeUses(tag, attribute)),
    ]),
    ...stylesheetUses(css, 'style element', elementsOf),
  ]
}

function elementUses(tag: Tag): FeatureUse[] {
  const slugs = [
    elementSlug(tag),
    textOfAttribute(tag, 'name') === 'color-scheme' ? 'html-meta-color-scheme' : undefined,
  ]
  const value = tag.attributes.map(({ name }) => name).join(' ')
  return slugs.filter(slug => slug !== undefined).map(slug => useOn(tag, slug, tag.at, tag.name, value))
}

function attributeUses(tag: Tag, { name, value, at }: Attribute): FeatureUse[] {
  if (name === 'style') return styleAttributeUses(joinParts(flat(value), someWord), tag.name)
  return attributeSlugs(name, textOf(value)).map(slug => useOn(tag, slug, at, name, textOf(value)))
}

function useOn(tag: Tag, slug: string, at: SourcePosition, name: string, value: string): FeatureUse {
  return { slug, at, name, value, elements: [tag.name], beside: [], under: [] }
}

function textOfAttribute({ attributes }: Tag, name: string): string {
  return textOf(attributes.find(attribute => attribute.name === name)?.value ?? []).toLowerCase()
}

/** The constant text of a value. */
function textOf(value: readonly AttributePart[]): string {
  return flat(value)
    .map(part => (part.kind === 'text' ? part.text : ''))
    .join('')
}

/** Stands for a mustache in CSS. */
const someWord = '--field--'

function elementSlug(tag: Tag): string | undefined {
  const { name } = tag
  const type = textOfAttribute(tag, 'type')
  if (name === 'input') return `html-input-${type || 'text'}`
  if (name === 'button') return `html-button-${type === 'reset' ? 'reset' : 'submit'}`
  if (elements.has(name)) return `html-${name}`
  return elementGroups.find(([names]) => names.test(name))?.[1]
}

const elements: ReadonlySet<string> = new Set(
  (
    'abbr acronym address audio base bdi blockquote code del dfn dialog div form hr img link marquee meter object p picture ' +
    'pre progress rp rt ruby select small span strike strong svg table textarea video wbr'
  ).split(' '),
)

const elementGroups: readonly (readonly [RegExp, string])[] = [
  [/^h[1-6]$/, 'html-h1-h6'],
  [/^(ul|ol|dl|li)$/, 'html-lists'],
  [/^(map|area)$/, 'html-image-maps'],
  [/^embed$/, 'html-object'],
  [/^(article|aside|details|figcaption|figure|footer|header|main|mark|nav|section|summary|time)$/, 'html-semantics'],
]

function attributeSlugs(name: string, value: string): string[] {
  if (name === 'href' && value.startsWith('#')) return ['html-anchor-links']
  if (name === 'href' && /^mailto:/i.test(value)) return ['html-mailto-links']
  if (attributes.has(name)) return [`html-${name}`]
  const other = otherAttributes[name]
  return other ? [other] : []
}

const attributes: ReadonlySet<string> = new Set(
  'align background cellpadding cellspacing height hidden popover required srcset target valign width'.split(' '),
)

const otherAttributes: Readonly<Record<string, string>> = {
  inert: 'css-inert-attribute',
  loading: 'html-loading-attribute',
  sizes: 'html-srcset',
  usemap: 'html-image-maps',
}
