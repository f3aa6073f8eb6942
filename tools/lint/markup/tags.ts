import { isForm } from '../../../src/document/language/forms.ts'
import type { Fault, Report, SourcePosition } from '../finding.ts'
import type { Declaration } from '../styles/sheet.ts'
import { physicalSide, valueRules } from '../styles/values.ts'
import {
  type Attribute,
  type AttributePart,
  constantsOf,
  flat,
  joinParts,
  type Mustache,
  type Piece,
  type Tag,
} from './html-pieces.ts'
import { nameOf } from './template-parts.ts'

/** Elements that mail clients remove, or that do nothing on paper. */
const barred: readonly string[] =
  'script form iframe frame object embed applet link base input button select textarea audio video canvas'.split(' ')

/**
 * Rules about elements and attributes, and mustaches within them: escaping makes text safe in a quoted value, and nowhere
 * else in a tag.
 */
export function tagRules(pieces: readonly Piece[], forPaper: boolean, report: Report): void {
  for (const piece of pieces) {
    if (piece.kind === 'stray') strayRule(piece, report)
    if (piece.kind === 'mustache') rawElementRule(piece, report)
    if (piece.kind !== 'tag') continue
    codeRule(piece, report)
    if (piece.name === 'img') imageRule(piece, report)
    for (const attribute of piece.attributes) {
      attributeRule(attribute, forPaper, report)
      if (addresses.includes(attribute.name)) addressRule(attribute, forPaper, report)
      if (attribute.name === 'style') styleRule(attribute, forPaper, report)
      if (attribute.name === 'align') alignRule(attribute, report)
    }
  }
}

function strayRule({ at, tag }: Extract<Piece, { kind: 'stray' }>, report: Report): void {
  report(at, {
    rule: 'mustache-in-tag',
    message: `{{…}} in the tag <${tag}> must be inside a quoted attribute value`,
  })
}

/** A style element's content is read as CSS: brand values, and the words around a page number. */
function rawElementRule(piece: Mustache, report: Report): void {
  if (piece.inside === 'style') styleValue(piece, report)
  if (piece.inside === 'title' || piece.inside === 'textarea') plainRule(piece, `<${piece.inside}>`, report)
}

function codeRule({ name, at, attributes }: Tag, report: Report): void {
  const refuse = (place: SourcePosition, what: string, advice: string) =>
    report(place, { rule: 'event-or-script', message: what, advice })
  if (barred.includes(name) && !isData(name, attributes)) {
    refuse(at, `<${name}> does nothing in mail or on paper, and looks suspicious in mail`, advices[name] ?? 'remove it')
  }
  for (const attribute of attributes) {
    if (/^on[a-z]+$/.test(attribute.name))
      refuse(attribute.at, `${attribute.name} runs code, which no mail client does`, 'remove it')
    if (attribute.name === 'http-equiv' && constantsOf(attribute.value).some(value => /refresh/i.test(value)))
      refuse(attribute.at, 'a receipt cannot redirect to another page', 'remove it')
  }
}

/** JSON-LD is a script element that nothing runs. */
function isData(name: string, attributes: readonly Attribute[]): boolean {
  const type = attributes.find(attribute => attribute.name === 'type')
  return name === 'script' && type !== undefined && constantsOf(type.value).join('') === 'application/ld+json'
}

const advices: Record<string, string> = {
  link: 'write styles into brand.css, which becomes part of the page',
  form: 'link to a page with a form: <a href="https://…">',
  button: 'write <a class="button-link" href="{{plain url}}">, as sections/payment-link.html.hbs does',
}

function imageRule({ at, attributes }: Tag, report: Report): void {
  const missing = ['width', 'height', 'alt'].filter(name => !attributes.some(attribute => attribute.name === name))
  if (missing.length === 0) return
  report(at, {
    rule: 'image-without-size',
    message: `the image has no ${missing.join(', no ')}; the page needs them until it loads, and if it never does`,
  })
}

function addressRule({ name, value, at }: Attribute, forPaper: boolean, report: Report): void {
  for (const constant of constantsOf(value)) {
    const wrong = wrongAddress(name, constant.trim(), forPaper)
    if (wrong) report(at, wrong)
  }
}

function wrongAddress(name: string, address: string, forPaper: boolean): Fault | undefined {
  const isPicture = name === 'src' || name === 'background'
  if (/^(javascript|vbscript|data:text)/i.test(address)) {
    return {
      rule: 'event-or-script',
      message: `${name} is code, which no mail client runs`,
      advice: 'link to a page: https://…',
    }
  }
  if (isPicture && /^(https?:)?\/\//i.test(address)) {
    return {
      rule: 'remote-picture',
      message: forPaper
        ? 'paper is printed without a network, so the image will be missing'
        : 'many mail clients block remote images',
    }
  }
  const isFit = isPicture
    ? forPaper && /^data:image\//i.test(address)
    : /^(https?:\/\/|mailto:|tel:|sms:)\S/i.test(address)
  if (isFit) return undefined
  return {
    rule: 'dead-address',
    message: `${name}="${address}" leads nowhere: relative URLs don't work in a receipt`,
    advice: isPicture
      ? 'show one of the receipt\'s images: {{#with (image key)}}<img src="{{plain src}}" …>{{/with}}'
      : 'write a full URL: https://…, mailto:…, tel:…',
  }
}

function styleRule({ value }: Attribute, forPaper: boolean, report: Report): void {
  for (const declarations of declarationsOf(value))
    valueRules({ part: forPaper ? 'paper' : 'inlined', declarations }, report)
}

function alignRule({ value }: Attribute, report: Report): void {
  for (const part of flat(value)) {
    const side = part.kind === 'text' && /^(left|right)$/i.exec(part.text.trim())?.[0].toLowerCase()
    if (side) report(part.at, physicalSide(`align="${side}"`, `align="${side === 'left' ? 'start' : 'end'}"`))
  }
}

/** The declarations of a style attribute, and separately those of each branch within it. */
function declarationsOf(value: readonly AttributePart[]): Declaration[][] {
  const { text: style, placeAt } = joinParts(value, '{{}}')
  const found = style.matchAll(/(?<=^|;)\s*([\w-]+)\s*:\s*([^;]*?)\s*(!\s*important\s*)?(?=;|$)/g)
  const declarations = Array.from(found, ({ 0: whole, 1: property = '', 2: value = '', 3: important, index }) => ({
    property: property.toLowerCase(),
    value,
    important: important !== undefined,
    at: placeAt(index + whole.indexOf(property)),
  }))
  const within = value.flatMap(part => (part.kind === 'block' ? part.branches.flatMap(declarationsOf) : []))
  return [declarations, ...within]
}

/** Attributes whose value is a URL. */
const addresses: readonly string[] = 'href src background action formaction poster srcset xlink:href'.split(' ')

/** View fields that are checked to be URLs, or made by the engine. */
const addressFields: readonly string[] = ['url', 'src', 'pixel', 'picture']

function attributeRule(attribute: Attribute, forPaper: boolean, report: Report): void {
  const { name, quote, value, at } = attribute
  const mustaches = flat(value).filter(part => part.kind === 'mustache')
  const chosen = value.find(part => part.kind !== 'text')
  const isFixed = chosen === undefined
  if (!isFixed && quote === '') {
    report(at, {
      rule: 'unquoted-attribute',
      message: `the value of ${name} has no quotes: a space in it would start another attribute`,
      advice: `write ${name}="{{plain field}}"`,
    })
  }
  if (name === 'class' && chosen && !forPaper) {
    report(chosen.at, {
      rule: 'class-of-mustache',
      message: 'this class is chosen at render time, after styles were inlined, so it gets no styles',
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
function isAddress(value: readonly AttributePart[]): boolean {
  const parts = value.filter(part => part.kind !== 'text' || part.text.trim() !== '')
  const [only] = parts
  if (parts.length > 1) return parts.every(part => part.kind === 'text')
  if (only === undefined || only.kind === 'text') return true
  if (only.kind === 'block') return only.branches.every(isAddress)
  const path = printedPath(only.node)
  return path.startsWith('own.') || (!path.startsWith('extra.') && addressFields.includes(path.split('.').at(-1) ?? ''))
}

/** `{{field}}` may print a `<span dir>`; only `plain` and `px` never print markup. */
function plainRule({ node, at }: Mustache, where: string, report: Report): void {
  const word = nameOf(node.path)
  // Three braces are refused everywhere.
  if (!node.escaped || (['plain', 'px'].includes(word) && node.params.length > 0)) return
  report(at, {
    rule: 'not-plain',
    message: `${where} cannot hold the markup that {{${word}}} may print`,
    advice: `write {{plain ${plainly(node, word)}}}`,
  })
}

/** What `plain` takes instead of a mustache. */
function plainly({ params: [field] }: hbs.AST.MustacheStatement, word: string): string {
  if (field === undefined) return word
  return isForm(word) ? `(${word} ${nameOf(field)})` : 'field'
}

function styleValue({ node, at, inside }: Mustache, report: Report): void {
  const path = printedPath(node)
  const isString = nameOf(node.path) === 'quoted' && inside === 'style'
  const isSize = nameOf(node.path) === 'px' && /(^|\.)(width|height)$/.test(path)
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

/** The printed field, relative to the view: `{{plain @root.brand.color}}` → `brand.color`. */
function printedPath({ path, params }: hbs.AST.MustacheStatement | hbs.AST.SubExpression): string {
  const [first] = params
  if (first?.type === 'SubExpression') return printedPath(first as hbs.AST.SubExpression)
  return nameOf(first ?? path).replace(/^(@root\.|(\.\.\/)+|this[./]|\.\/)+/, '')
}
