import { cssProperties, isValueOf } from '../../../src/document/styles/stylesheet.ts'
import { nearest } from '../../../src/options/nearest.ts'
import type { Report } from '../finding.ts'
import { physicalSide, physicalSides } from '../markup/sides.ts'
import type { Declaration, StyleRule } from './sheet.ts'

/** Rules about the declarations of a CSS rule or a style attribute. */
export function valueRules({ part, declarations }: Pick<StyleRule, 'part' | 'declarations'>, report: Report): void {
  for (const declaration of declarations) {
    if (part !== 'paper') variableRule(declaration, report)
    grammarRule(declaration, report)
    addressRule(declaration, report)
    if (part !== 'inlined') fontRule(declaration, report)
  }
  for (const { declaration, written, instead } of physicalSides(declarations))
    report(declaration.at, physicalSide(written, instead))
}

/** What a client would drop. Values filled in later and vendor-specific properties cannot be checked. */
function grammarRule({ property, value, at }: Declaration, report: Report): void {
  if (/^(-|mso-|supported-color-schemes$)/.test(property)) return
  if (!cssProperties.includes(property)) {
    const meant = nearest(property, cssProperties)
    report(at, {
      rule: 'unknown-property',
      severity: 'warning',
      message: `CSS has no property ${property}`,
      advice: meant ? `did you mean ${meant}?` : 'correct its name, or remove the declaration',
    })
  } else if (!/\{\{|\bvar\(/.test(value) && !isValueOf(property, value) && !isValueOf(property, turnedToSides(value))) {
    report(at, {
      rule: 'wrong-value',
      severity: 'warning',
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
    severity: 'error',
    message: isOwn
      ? `${property} is a CSS variable: Gmail drops its declaration`
      : `${property}: ${value} uses a CSS variable: Gmail drops the declaration`,
    advice: 'write the value itself, or a brand value such as {{brand.color}}, which is filled in per receipt',
  })
}

function addressRule({ property, value, at }: Declaration, report: Report): void {
  if (!/\b(url|image-set|src)\(\s*(["']?)\s*(?!data:)[^\s)"']/i.test(value)) return
  report(at, {
    rule: 'remote-in-css',
    severity: 'error',
    message: `${property} loads a URL: mail clients block it, and paper is printed without a network`,
    advice: 'set a color; use <img> for images',
  })
}

function fontRule({ value, at }: Declaration, report: Report): void {
  if (!value.includes('{{brand.font}}')) return
  report(at, {
    rule: 'font-in-style',
    severity: 'error',
    message: 'the quotes around font names are escaped here, and a stylesheet does not decode them',
    advice: 'set the font in a plain rule of brand.css or email.css, which is inlined; paper uses embedded fonts',
  })
}
