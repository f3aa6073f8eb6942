import type { Brand } from '../../../src/document/brand-values.ts'
import { checkedPage } from '../../../src/document/compile.ts'
import { drawForMail } from '../../../src/document/images.ts'
import type { FilledBy } from '../../../src/document/language/run.ts'
import { writeTemplate } from '../../../src/document/language/write.ts'
import type { TemplateFiles } from '../../../src/document/template-files.ts'
import { pages, sectionFile } from '../../../src/document/template-files.ts'
import { htmlTemplate } from '../../../src/document/templates.ts'
import type { ReceiptView } from '../../../src/view/receipt-view.ts'

/**
 * Finds which sections have something to show in the mail of a receipt: a page of nothing but sections is compiled once, without
 * styles, and filled in for each receipt.
 *
 * @param names the sections
 * @returns the names of those that show something
 * @throws TemplateError if a section is not valid Handlebars
 */
export function openContents(
  files: TemplateFiles,
  names: readonly string[],
): (view: ReceiptView, brand: Brand) => string[] {
  const known = names.filter(name => sectionFile(files, 'email', name) !== undefined)
  const page = new Map([...files, [pages.email.file, known.map(name => `{{> ${name}}}${mark}`).join('')]])
  const fill = templateOf(page)
  return (view, brand) => {
    const { shown } = drawForMail(view.images, 'cid')
    const parts = fill({ ...view, brand, images: shown }).split(mark)
    return known.filter((name, at) => isAlwaysThere(files, name) || showsSomething(parts[at] ?? ''))
  }
}

/** A line, which says nothing of the receipt. */
function isAlwaysThere(files: TemplateFiles, name: string): boolean {
  const source = files.get(sectionFile(files, 'email', name) ?? '') ?? ''
  const markup = source.replace(/\{\{!--[\s\S]*?--\}\}/g, '')
  return markup.includes('<') && !markup.includes('{{')
}

/** Stands behind each section; no receipt has it, because control characters are taken out of texts. */
const mark = '\u0001'

function templateOf(files: TemplateFiles): FilledBy {
  const source = writeTemplate(checkedPage(files, 'email'), 'html')
  return htmlTemplate(new Function(`return ${source}`)(), () => {})
}

function showsSomething(html: string): boolean {
  return /[^\s]/.test(html.replace(/<(?!img)[^>]*>/g, ''))
}
