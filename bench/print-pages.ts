import { preparePage } from '../src/pdf/print-page.ts'
import { counterfoil } from './counterfoil.ts'
import { language, receiptOf } from './receipts.ts'

/** The pages that Counterfoil would print for the first receipts. */
export async function finishedPages(count: number): Promise<string[]> {
  await using engine = await counterfoil.createEngine()
  const { brand } = counterfoil.readBrand()
  const templates = await counterfoil.loadTemplates()
  const paper = counterfoil.paperSize('a4')
  return Array.from({ length: count }, (_, index) => {
    const view = engine.view(receiptOf(index), { acceptLanguage: language })
    return preparePage(counterfoil.renderPrint(view, templates, brand, paper).html, 'a4')
  })
}
