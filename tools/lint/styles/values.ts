import { cssProperties, isValueOf } from '../../../src/document/styles/stylesheet.ts'
import { nearest } from '../../../src/options/nearest.ts'
import type { Fault, Report } from '../finding.ts'
import type { Declaration, StyleRule } from './sheet.ts'

/** Rules about the declarations of a CSS rule or a style attribute. */
export function valueRules({ part, declarations }: Pick<StyleRule, 'part' | 'declarations'>, report: Report): void {
  for (const declaration of declarations) {
    if (part !== 'paper') variableRule(declaration, report)
    grammarRule(declaration, report)
    addressRule(declaration, report)
    if (part !== 'inlined') fontRule(declaration, report)
  }
  sideRule(declarations, report)
}

/** What a client would drop. Values filled in later and vendor-specific properties cannot be checked. */
function grammarRule({ property, value, at }: Declaration, report: Report): void {
  if (/^(-|mso-|supported-color-schemes$)/.test(property)) return
  if (!cssProperties.includes(property)) {
    const meant = nearest(property, cssProperties)
    report(at, {
      rule: 'unknown-property',
      message: `CSS has no property ${property}`,
      advice: meant ? `did you mean ${meant}?` : 'correct its name, or remove the declaration',
    })
  } else if (!/\{\{|\bvar\(/.test(value) && !isValueOf(property, value) && !isValueOf(property, turnedToSides(value))) {
    report(at, {
      rule: 'wrong-value',
      message: `${property} cannot be "${value}"`,
      advice: /(^|\s)[\d.]*[1-9]\d*($|\s)/.test(value)
        ? 'a number needs a unit: 4px'
        : 'correct the value; clients ignore it',
    })
  }
}

/** `float: start` becomes left or right when the mail is compiled. */
function turnedToSides(value: string): string {
  return /^(start|end)$/.test(value) ? 'inline-' + value : value
}

function variableRule({ property, value, at }: Declaration, report: Report): void {
  const isOwn = property.startsWith('--')
  if (!isOwn && !/\bvar\(/i.test(value)) return
  report(at, {
    rule: 'css-variable',
    message: isOwn
      ? `${property} is a CSS variable: Gmail drops its declaration`
      : `${property}: ${value} uses a CSS variable: Gmail drops the declaration`,
  })
}

function addressRule({ property, value, at }: Declaration, report: Report): void {
  if (!/\b(url|image-set|src)\(\s*(["']?)\s*(?!data:)[^\s)"']/i.test(value)) return
  report(at, {
    rule: 'remote-in-css',
    message: `${property} loads a URL: mail clients block it, and paper is printed without a network`,
    advice: 'set a color; use <img> for images',
  })
}

function fontRule({ value, at }: Declaration, report: Report): void {
  if (!value.includes('{{brand.font}}')) return
  report(at, {
    rule: 'font-in-style',
    message: 'the quotes around font names are escaped here, and a stylesheet does not decode them',
    advice: 'set the font in a plain rule of brand.css or email.css, which is inlined; paper uses embedded fonts',
  })
}

/**
 * Declarations of one rule that treat left and right differently. Equal values on both sides don't, and a rule that sets
 * `direction` knows its sides.
 */
function sideRule(declarations: readonly Declaration[], report: Report): void {
  if (declarations.some(({ property }) => property === 'direction')) return
  const values = new Map(declarations.map(({ property, value }) => [property, bare(value)]))
  for (const { property, value, at } of declarations) {
    const instead = turnedSides(property, bare(value), values)
    if (instead) report(at, physicalSide(`${property}: ${value}`, instead))
  }
}

/** What to write so that a declaration follows the writing direction; undefined if it names no side. */
function turnedSides(property: string, value: string, values: ReadonlyMap<string, string>): string | undefined {
  if (/^(text-align|float|clear)$/.test(property) && /^(left|right)$/.test(value))
    return `${property}: ${turned(value)}`
  const sided = /^((?:padding|margin|border)-|)(left|right)((?:-(?:width|color|style))?)$/.exec(property)
  if (sided) {
    const [, box = '', side = '', rest = ''] = sided
    const isBoth = values.get(`${box}${side === 'left' ? 'right' : 'left'}${rest}`) === value
    return isBoth ? undefined : `${box || 'inset-'}inline-${turned(side)}${rest}`
  }
  const [top, right, bottom, left] = value.split(/\s+/)
  if (!/^(padding|margin)$/.test(property) || left === undefined || left === right) return undefined
  const ends = Object.entries({ start: left, end: right })
    .filter(([, size]) => size !== '0')
    .map(([side, size]) => `; ${property}-inline-${side}: ${size}`)
  return `${property}: ${top === bottom ? `${top} 0` : `${top} 0 ${bottom}`}${ends.join('')}`
}

/** The finding for a side that does not follow the writing direction. */
export function physicalSide(written: string, instead: string): Fault {
  return {
    rule: 'physical-side',
    message: `${written} does not flip in right-to-left receipts`,
    advice: `write ${instead}: it becomes left or right for each direction`,
  }
}

function turned(side: string): string {
  return side === 'left' ? 'start' : 'end'
}

function bare(value: string): string {
  return value
    .replace(/\s*!\s*important\s*$/i, '')
    .trim()
    .toLowerCase()
}
