import { addedStyles } from '../../../src/document/styles/join-styles.ts'
import type { Finding } from '../finding.ts'
import type { LintedFolder } from '../folder.ts'
import { reportInto } from '../report.ts'
import { contrastRule } from './contrast.ts'
import { darkModeRule } from './dark-mode.ts'
import { atRules, importantRule, keptLengthRule } from './kept.ts'
import { readMailStyles } from './mail-styles.ts'
import { selectorRules, unusedClassRule } from './selectors.ts'
import { readSheet } from './sheet.ts'
import { syntaxRule } from './syntax.ts'
import { shippedClasses, usedClasses } from './used-classes.ts'
import { valueRules } from './values.ts'

/** Rules about stylesheets: what mail clients and the inliner do with them, and whether the result is legible. */
export function styleFindings(folder: LintedFolder): Finding[] {
  const stylesheets = [...folder.own].filter(([path]) => path.endsWith('.css'))
  if (stylesheets.length === 0) return []
  const findings: Finding[] = []
  const mail = readMailStyles(folder.files)
  const used = usedClasses(folder.files)
  // A changed copy of the package's stylesheets may keep rules that a look leaves unused.
  const isAdded = (path: string) => addedStyles.some(name => name === path)
  const shipped = stylesheets.every(([path]) => isAdded(path)) ? [] : shippedClasses()
  for (const [path, source] of stylesheets) {
    const report = reportInto(findings, path, source)
    const sheet = readSheet(path, source)
    syntaxRule(sheet, source, report)
    atRules(sheet, path, report)
    for (const rule of sheet.rules) {
      valueRules(rule, report)
      selectorRules(rule, report)
      unusedClassRule(rule, isAdded(path) ? used : new Set([...used, ...shipped]), report)
    }
    importantRule(sheet, mail, report)
    darkModeRule(sheet, mail, report)
  }
  contrastRule(folder, mail, findings)
  keptLengthRule(folder, findings)
  return findings
}
