import type { Report } from '../report.ts'
import type { Declaration } from '../styles/sheet.ts'
import { valueRules } from '../styles/values.ts'
import {
  type Attribute,
  constantsOf,
  flat,
  type Piece,
  type Place,
  placeBehind,
  type Tag,
  type Value,
} from './html-pieces.ts'
import { physicalSide } from './sides.ts'
import { addresses } from './values.ts'

/** Elements that mail clients take out, or that do nothing on paper. */
const barred: readonly string[] =
  'script form iframe frame object embed applet link base input button select textarea audio video canvas'.split(' ')

/** Rules about elements and the constant values of their attributes. */
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
    report(place, { rule: 'event-or-script', severity: 'error', message: what, advice })
  if (barred.includes(name)) {
    refuse(at, `<${name}> does nothing in a mail or on paper, and makes a mail suspect`, advices[name] ?? 'take it out')
  }
  for (const attribute of attributes) {
    if (/^on[a-z]+$/.test(attribute.name))
      refuse(attribute.at, `${attribute.name} runs code, and no mail client runs any`, 'take it out')
    if (attribute.name === 'http-equiv' && constantsOf(attribute.value).some(value => /refresh/i.test(value)))
      refuse(attribute.at, 'a receipt does not move on to another page', 'take it out')
  }
}

const advices: Record<string, string> = {
  link: 'write styles into brand.css; it becomes a part of the page',
  form: 'lead to a page with a form: <a href="https://…">',
  button: 'write <a class="button-link" href="{{plain url}}">, as sections/payment-link.html.hbs does',
}

function imageRule({ at, attributes }: Tag, report: Report): void {
  const missing = ['width', 'height', 'alt'].filter(name => !attributes.some(attribute => attribute.name === name))
  if (missing.length === 0) return
  report(at, {
    rule: 'image-without-size',
    severity: 'warning',
    message: `the picture has no ${missing.join(', no ')}; before it is shown, and where it is not, the page depends on them`,
    advice:
      'write <img src="{{plain src}}" width="{{px width}}" height="{{px height}}" alt="…">; alt="" for a mere ornament',
  })
}

function addressRule({ name, value, at }: Attribute, forPaper: boolean, report: Report): void {
  for (const constant of constantsOf(value)) {
    const wrong = wrongAddress(name, constant.trim(), forPaper)
    if (wrong) report(at, wrong)
  }
}

function wrongAddress(name: string, address: string, forPaper: boolean): Parameters<Report>[1] | undefined {
  const isPicture = name === 'src' || name === 'background'
  if (/^(javascript|vbscript|data:text)/i.test(address)) {
    return {
      rule: 'event-or-script',
      severity: 'error',
      message: `${name} is code, and no mail client runs any`,
      advice: 'lead to a page: https://…',
    }
  }
  if (isPicture && /^(https?:)?\/\//i.test(address)) {
    return {
      rule: 'remote-picture',
      severity: 'warning',
      message: forPaper
        ? 'paper is printed without a network, so the picture will be missing'
        : 'many mail clients show no picture that comes from the network',
      advice: 'give it as "logo" in brand.json or as a picture of an offer: those travel with the receipt',
    }
  }
  const isFit = isPicture
    ? forPaper && /^data:image\//i.test(address)
    : /^(https?:\/\/|mailto:|tel:|sms:)\S/i.test(address)
  if (isFit) return undefined
  return {
    rule: 'dead-address',
    severity: 'error',
    message: `${name}="${address}" leads nowhere: a receipt has no site around it`,
    advice: isPicture
      ? 'show a picture of the receipt: {{#with (image key)}}<img src="{{plain src}}" …>{{/with}}'
      : 'write a whole address: https://…, mailto:…, tel:…',
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

/** The declarations of a style attribute, and those of each branch within it, which are rules of their own. */
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

/** The place of what stands at `index` in all parts together. */
function placeIn([first, ...others]: readonly { at: Place; text: string }[], index: number): Place {
  const { at, text } = first!
  return index < text.length ? placeBehind(at, text.slice(0, index)) : placeIn(others, index - text.length)
}
