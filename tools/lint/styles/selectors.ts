import { nearest } from '../../../src/options/nearest.ts'
import { fitAttempts } from '../../../src/pdf/fit-sheets.ts'
import type { Fault, Report } from '../finding.ts'
import { classesIn, type Selector, type StyleRule } from './sheet.ts'

/** Pseudo-classes that count children, or test for any. */
const byPosition =
  'first-child last-child only-child nth-child nth-last-child first-of-type last-of-type only-of-type nth-of-type nth-last-of-type empty'.split(
    ' ',
  )

/** Structural pseudo-classes, which the inliner supports. */
const byNature: readonly string[] = ['not', 'is', 'where', 'has', 'root']

/** Layout elements; a mail has hundreds. */
const layout: readonly string[] = '* table tbody thead tr td th div span'.split(' ')

/** Classes that mail clients add around a mail. */
const ofClients: readonly string[] = [
  'ExternalClass',
  'ReadMsgBody',
  'yshortcuts',
  'moz-text-html',
  'AppleMailSignature',
]

/** Classes that the printer adds to the body of a sheet. */
const ofPrinter: readonly string[] = fitAttempts.flatMap(classes => classes.split(' '))

/** What the inliner can apply: it sees the template, before any list or condition has run. */
export function selectorRules({ part, nested, selectors }: StyleRule, report: Report): void {
  if (part !== 'inlined' || nested) return
  for (const selector of selectors) {
    const wrong = wrongSelector(selector)
    if (wrong) report(selector.at, wrong)
  }
}

/** Classes that no template uses. */
export function unusedClassRule(rule: StyleRule, used: ReadonlySet<string>, report: Report): void {
  for (const selector of rule.selectors) {
    const unused = classesIn(selector).find(
      name => !used.has(name) && !ofClients.includes(name) && !ofPrinter.includes(name),
    )
    if (unused === undefined) continue
    const meant = nearest(unused, used)
    report(selector.at, {
      rule: 'unused-class',
      message: `no template has an element with the class "${unused}"`,
      advice: `${meant ? `did you mean .${meant}? If not, ` : ''}remove the rule, or give the class to an element in a template`,
    })
  }
}

function wrongSelector({ text, parts }: Selector): Fault | undefined {
  const position = parts.find(
    ({ type, name }) =>
      (type === 'PseudoClassSelector' && byPosition.includes(name)) || (type === 'Combinator' && /[+~]/.test(name)),
  )
  if (position) {
    return {
      rule: 'nth-child',
      message: `${text} depends on position, but styles are inlined before lists run: it hits every row or none`,
      advice: 'give the element a class in the template, within {{#if @first}} or {{#if @last}}; rows cannot alternate',
    }
  }
  const state = parts.find(
    ({ type, name }) =>
      type === 'PseudoElementSelector' || (type === 'PseudoClassSelector' && !byNature.includes(name)),
  )
  if (state) {
    return {
      rule: 'not-a-class',
      message: `${text} selects nothing that styles can be inlined on, so the rule is lost`,
      advice: 'move it into @media screen { … }, which stays a stylesheet, and add !important',
    }
  }
  const isLayout = parts.every(
    ({ type, name }) => type === 'Combinator' || (type === 'TypeSelector' && layout.includes(name)),
  )
  if (!isLayout) return undefined
  return {
    rule: 'not-a-class',
    severity: 'warning',
    message: `${text} applies to every such element of the mail, including its layout`,
    advice: 'select a class, or elements within one: .compact td',
  }
}
