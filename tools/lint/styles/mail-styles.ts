import { joinStyles } from '../../../src/document/styles/join-styles.ts'
import type { TemplateFiles } from '../../../src/document/template-files.ts'
import { mailElements, type PageElement } from './page-elements.ts'
import { readSheet, type StyleRule } from './sheet.ts'

/** The mail as its styles see it. */
export interface MailStyles {
  /** The inlined and the kept rules of all files. */
  inlined: StyleRule[]
  kept: StyleRule[]
  elements: PageElement[]
}

export function readMailStyles(files: TemplateFiles): MailStyles {
  const joined = joinStyles(files)
  const rulesOf = (path: string) => readSheet(path, joined.get(path) ?? '').rules
  return { inlined: rulesOf('email.css'), kept: rulesOf('email-kept.css'), elements: mailElements(joined) }
}
