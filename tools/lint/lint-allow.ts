import type { TemplateFiles } from '../../src/document/template-files.ts'
import { nearest } from '../../src/options/nearest.ts'
import { type Finding, findingsIn } from './finding.ts'
import { rules } from './rules.ts'

/**
 * Drops what the folder allows: `{{!-- lint-allow bare-word --}}`, or the same in a CSS comment, silences the named rules on
 * its line and the next. An unknown rule name is a finding itself.
 */
export function withoutAllowed(findings: readonly Finding[], own: TemplateFiles): Finding[] {
  const allowances = [...own].flatMap(([file, source]) => allowancesOf(file, source))
  const unknown = allowances.filter(({ rule }) => !Object.hasOwn(rules, rule))
  return [
    ...findings.filter(finding => !allowances.some(allowance => allows(allowance, finding))),
    ...unknown.map(allowance => unknownRule(allowance, own.get(allowance.file)!)),
  ]
}

interface Allowance {
  file: string
  rule: string
  line: number
  column: number
}

function allowancesOf(file: string, source: string): Allowance[] {
  const comment = file.endsWith('.css') ? inStyles : inTemplates
  return [...source.matchAll(comment)].flatMap(({ 0: whole, 1: names = '', index }) => {
    const line = source.slice(0, index + whole.length).split('\n').length
    const column = index - source.lastIndexOf('\n', index - 1)
    return names.split(/[\s,]+/).map(rule => ({ file, rule, line, column }))
  })
}

const inTemplates = /\{\{~?!(?:--)?\s*lint-allow\s+(\w[\w-]*\w(?:[\s,]+\w[\w-]*\w)*)\s*(?:--)?~?\}\}/g
const inStyles = /\/\*\s*lint-allow\s+(\w[\w-]*\w(?:[\s,]+\w[\w-]*\w)*)\s*\*\//g

function allows({ file, rule, line }: Allowance, finding: Finding): boolean {
  return finding.file === file && finding.rule === rule && (finding.line === line || finding.line === line + 1)
}

function unknownRule({ file, rule, line, column }: Allowance, source: string): Finding {
  const near = nearest(rule, Object.keys(rules))
  return findingsIn(file, source)(
    { line, column },
    {
      rule: 'unknown-rule',
      severity: 'warning',
      message: `lint-allow names "${rule}", which is not a rule`,
      advice: near ? `did you mean ${near}?` : 'see the rules in docs/templates.md',
    },
  )
}
