import { readBrandText } from '../../src/brand/template-folder.ts'
import { checkNesting } from '../../src/document/compile.ts'
import { templateFolder } from '../../src/document/compiled-specs.ts'
import { orderSections, shippedSections } from '../../src/document/section-order.ts'
import { readOverlay, readTemplateFiles } from '../../src/document/template-files.ts'
import { TemplateError } from '../../src/errors.ts'
import { lookOf, type Variant } from '../../src/view/variant.ts'
import { lintBrand } from './brand.ts'
import { orderFindings } from './fields/sections.ts'
import type { Finding, LintedFolder } from './finding.ts'
import { lintWords } from './words.ts'

/**
 * Reads a template folder for the lint, with the findings in its `brand.json` and words.
 *
 * @param path the merchant's folder; default: the package's templates
 * @param variant default: the one in `brand.json`, then `modern`
 * @throws TemplateError if the folder does not exist
 */
export function readFolder(path: string | undefined, variant?: Variant): { folder: LintedFolder; faults: Finding[] } {
  if (path === undefined) {
    const look = lookOf(variant ?? 'modern')
    const shipped = readTemplateFiles(templateFolder, look)
    return { folder: { look, own: shipped, files: shipped, shipped }, faults: [] }
  }
  const own = readOverlay(path)
  checkNesting(own)
  const { file, findings } = lintBrand(path)
  const words = lintWords(path)
  const faults = [...findings, ...words.findings]
  const look = lookOf(variant ?? file?.variant ?? 'modern', file?.variant)
  const shipped = readTemplateFiles(templateFolder, look)
  const files = new Map([...shipped, ...own])
  const folder: LintedFolder = { look, own, files, shipped, ...(words.names && { words: words.names }) }
  if (!file?.sections?.length) return { folder, faults }
  try {
    faults.push(...orderFindings(folder, file.sections, readBrandText(path)))
    const ordered = orderSections(files, file.sections, shippedSections(shipped))
    return { folder: { ...folder, files: ordered, sections: file.sections }, faults }
  } catch (error) {
    // A page can't be parsed: it keeps its own order.
    if (error instanceof TemplateError) return { folder, faults }
    throw error
  }
}
