import { readBrand } from '../../src/brand/brand.ts'
import { renderMail, renderPrint } from '../../src/document/render.ts'
import { loadTemplates } from '../../src/document/templates.ts'
import { type Paper, paperSize } from '../../src/pdf/paper.ts'
import type { ReceiptView } from '../../src/view/receipt-view.ts'

const templates = await loadTemplates(undefined, 'modern', { strict: true })
const { brand } = readBrand()

/** A view laid out for mail with the package's own templates. */
export function mailOf(view: ReceiptView) {
  return renderMail(view, templates, brand)
}

/** The page that would be printed. */
export function pageOf(view: ReceiptView, paper: Paper = 'a4'): string {
  return renderPrint(view, templates, brand, paperSize(paper)).html
}
