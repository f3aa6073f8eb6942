import type { Report } from '../finding.ts'
import { type Attribute, flat, type Mustache, type Piece, type Value } from './html-pieces.ts'

/** Attributes whose value is a URL. */
export const addresses: readonly string[] = 'href src background action formaction poster srcset xlink:href'.split(' ')

/** View fields that are checked to be URLs, or made by the engine. */
const addressFields: readonly string[] = ['url', 'src', 'pixel', 'picture']

/** Rules about mustaches within tags. Escaping makes text safe in a quoted value, and nowhere else in a tag. */
export function attributeRules(pieces: readonly Piece[], forPaper: boolean, report: Report): void {
  for (const piece of pieces) {
    if (piece.kind === 'stray') {
      report(piece.at, {
        rule: 'mustache-in-tag',
        message: `{{…}} in the tag <${piece.tag}> must be inside a quoted attribute value`,
        advice: 'put it into a value: name="{{plain field}}"; or write the element twice, in {{#if}} and {{else}}',
      })
    }
    if (piece.kind !== 'tag') continue
    for (const attribute of piece.attributes) attributeRule(attribute, forPaper, report)
  }
}

/** A style element's content is read as CSS: brand values, and the words around a page number. */
export function styleElementRule(pieces: readonly Piece[], report: Report): void {
  for (const piece of pieces) {
    if (piece.kind !== 'mustache') continue
    if (piece.inside === 'style') styleValue(piece, report)
    if (piece.inside === 'title' || piece.inside === 'textarea') plainRule(piece, `<${piece.inside}>`, report)
  }
}

function attributeRule(attribute: Attribute, forPaper: boolean, report: Report): void {
  const { name, quote, value, at } = attribute
  const mustaches = flat(value).filter(part => part.kind === 'mustache')
  const isFixed = value.every(part => part.kind === 'text')
  if (!isFixed && quote === '') {
    report(at, {
      rule: 'unquoted-attribute',
      message: `the value of ${name} has no quotes: a space in it would start another attribute`,
      advice: `write ${name}="{{plain field}}"`,
    })
  }
  if (name === 'class' && !isFixed && !forPaper) {
    report(value.find(part => part.kind !== 'text')!.at, {
      rule: 'class-of-mustache',
      message: 'this class is chosen at render time, after styles were inlined, so it gets no styles',
      advice: 'write the element twice, in {{#if}} and {{else}}, each with its own class',
    })
  }
  for (const mustache of mustaches) plainRule(mustache, `the attribute ${name}`, report)
  if (name === 'style') for (const mustache of mustaches) styleValue(mustache, report)
  if (addresses.includes(name) && !isFixed && !isAddress(value)) {
    report(at, {
      rule: 'data-in-address',
      message: `${name} is assembled from text, so a receipt could link anywhere`,
      advice: `make the whole value one URL field, ${name}="{{plain url}}", a constant URL, or {{plain own.…}} from the folder's locales`,
    })
  }
}

/** One URL field, or a constant; for a block, in each branch. */
function isAddress(value: readonly Value[]): boolean {
  const parts = value.filter(part => part.kind !== 'text' || part.text.trim() !== '')
  const [only] = parts
  if (parts.length > 1) return parts.every(part => part.kind === 'text')
  if (only === undefined || only.kind === 'text') return true
  if (only.kind === 'block') return only.branches.every(isAddress)
  const path = printedPath(only.node)
  return path.startsWith('own.') || (!path.startsWith('extra.') && addressFields.includes(path.split('.').at(-1)!))
}

/** `{{field}}` may print a `<span dir>`; only `plain` and `px` never print markup. */
function plainRule({ node, at }: Mustache, where: string, report: Report): void {
  const word = wordOf(node)
  // Three braces are refused everywhere.
  if (!node.escaped || (['plain', 'px'].includes(word) && node.params.length > 0)) return
  report(at, {
    rule: 'not-plain',
    message: `${where} cannot hold the markup that {{${word}}} may print`,
    advice: `write {{plain ${node.params.length > 0 ? 'field' : word}}}`,
  })
}

function styleValue({ node, at, inside }: Mustache, report: Report): void {
  const path = printedPath(node)
  const isString = wordOf(node) === 'quoted' && inside === 'style'
  const isSize = wordOf(node) === 'px' && /(^|\.)(width|height)$/.test(path)
  if (path === 'brand.font' && inside === 'style') {
    report(at, {
      rule: 'font-in-style',
      message: 'the quotes around font names are escaped here, and a stylesheet does not decode them',
      advice: 'set the font in a plain rule of brand.css or email.css, which is inlined',
    })
  } else if (!path.startsWith('brand.') && !isString && !isSize) {
    report(at, {
      rule: 'data-in-style',
      message: `{{${path}}} is receipt text and would be read as CSS`,
      advice:
        'only {{plain brand.…}} and, in a <style>, {{quoted field}} are allowed in styles; if the look depends on the receipt, write the element twice, in {{#if}} and {{else}}',
    })
  }
}

function wordOf({ path }: hbs.AST.MustacheStatement): string {
  return String((path as hbs.AST.PathExpression).original)
}

/** The printed field, relative to the view: `{{plain @root.brand.color}}` → `brand.color`. */
function printedPath({ path, params }: hbs.AST.MustacheStatement): string {
  const printed = (params[0] ?? path) as hbs.AST.PathExpression
  return String(printed.original ?? '').replace(/^(@root\.|(\.\.\/)+|this[./]|\.\/)+/, '')
}
