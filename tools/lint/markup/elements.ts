import type { Fault, Report } from '../finding.ts'
import { type Place, placeAfter } from '../finding.ts'
import type { Declaration } from '../styles/sheet.ts'
import { physicalSide, valueRules } from '../styles/values.ts'
import { type Attribute, constantsOf, flat, type Piece, type Tag, type Value } from './html-pieces.ts'
import { addresses } from './values.ts'

/** Elements that mail clients remove, or that do nothing on paper. */
const barred: readonly string[] =
  'script form iframe frame object embed applet link base input button select textarea audio video canvas'.split(' ')

/** Rules about elements and constant attribute values. */
export function elementRules(pieces: readonly Piece[], forPaper: boolean, report: Report): void {
  for (const piece of pieces) {
    if (piece.kind !== 'tag') continue
    codeRule(piece, report)
    if (piece.name === 'img') imageRule(piece, report)
    for (const attribute of piece.attributes) {
      if (addresses.includes(attribute.name)) addressRule(attribute, forPaper, report)
      styleRules(attribute, forPaper, report)
    }
  }
}

function codeRule({ name, at, attributes }: Tag, report: Report): void {
  const refuse = (place: Place, what: string, advice: string) =>
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
    advice:
      'write <img src="{{plain src}}" width="{{px width}}" height="{{px height}}" alt="…">; alt="" if it is decoration',
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
      advice: 'use "logo" in brand.json or the image of an offer: those are attached',
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

function styleRules({ name, value }: Attribute, forPaper: boolean, report: Report): void {
  if (name === 'style') {
    for (const declarations of declarationsOf(value))
      valueRules({ part: forPaper ? 'paper' : 'inlined', declarations }, report)
  }
  if (name !== 'align') return
  for (const part of flat(value)) {
    const side = part.kind === 'text' && /^(left|right)$/i.exec(part.text.trim())?.[0].toLowerCase()
    if (side) report(part.at, physicalSide(`align="${side}"`, `align="${side === 'left' ? 'start' : 'end'}"`))
  }
}

/** The declarations of a style attribute, and separately those of each branch within it. */
function declarationsOf(value: readonly Value[]): Declaration[][] {
  const parts = value.map(part => ({ at: part.at, text: part.kind === 'text' ? part.text : '{{}}' }))
  const style = parts.map(({ text }) => text).join('')
  const found = style.matchAll(/(?<=^|;)\s*([\w-]+)\s*:\s*([^;]*?)\s*(!\s*important\s*)?(?=;|$)/g)
  const declarations = Array.from(found, ({ 0: whole, 1: property, 2: set, 3: important, index }) => ({
    property: property!.toLowerCase(),
    value: set!,
    important: important !== undefined,
    at: placeIn(parts, index + whole.indexOf(property!)),
  }))
  const within = value.flatMap(part => (part.kind === 'block' ? part.branches.flatMap(declarationsOf) : []))
  return [declarations, ...within]
}

/** The place of `index` in the joined parts. */
function placeIn([first, ...others]: readonly { at: Place; text: string }[], index: number): Place {
  const { at, text } = first!
  return index < text.length ? placeAfter(at, text.slice(0, index)) : placeIn(others, index - text.length)
}
