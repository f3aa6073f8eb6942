import { checkTemplate } from '../../src/document/language/check.ts'
import type { TemplateKind } from '../../src/document/language/helpers.ts'
import { parseTemplate, refusalIn } from '../../src/document/language/parse.ts'
import { writeTemplate } from '../../src/document/language/write.ts'

/** The JavaScript source of a single template. @throws TemplateError with line and column */
export function precompile(source: string, kind: TemplateKind): string {
  const tree = parseTemplate(source, 'the template')
  checkTemplate(tree, kind, refusalIn('the template', source))
  return writeTemplate(tree, kind)
}
