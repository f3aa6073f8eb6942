import type { Finding } from '../finding.ts'
import type { LintedFolder } from '../folder.ts'
import { reportInto } from '../report.ts'
import { branchRule } from './branches.ts'
import { elementRules } from './elements.ts'
import { lineBreakRule } from './line-breaks.ts'
import { parsed, scanFolder } from './scan-folder.ts'
import { attributeRules, styleElementRule } from './values.ts'
import { bareWordsOfHtml, bareWordsOfText } from './words.ts'

/** Rules about a template's HTML and text: words, tags, attributes, line breaks. */
export function markupFindings({ own, files }: LintedFolder): Finding[] {
  const findings: Finding[] = []
  for (const [path, pieces] of scanFolder(files)) {
    const source = own.get(path)
    if (source === undefined) continue
    const report = reportInto(findings, path, source)
    bareWordsOfHtml(pieces, report)
    attributeRules(pieces, isForPaper(path), report)
    styleElementRule(pieces, report)
    elementRules(pieces, isForPaper(path), report)
    lineBreakRule(pieces, report)
    if (!isForPaper(path)) branchRule(pieces, report)
  }
  for (const [path, source] of own) {
    if (path.endsWith('.txt.hbs')) bareWordsOfText(parsed(path, source), reportInto(findings, path, source))
  }
  return findings
}

/** Whether a template is for paper only; `sections/x.html.hbs` is for mail, and for paper if that has no version. */
function isForPaper(path: string): boolean {
  return /(^|\.)print\.html\.hbs$/.test(path)
}
