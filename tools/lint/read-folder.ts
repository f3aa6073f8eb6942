import { readBrandText } from '../../src/brand/brand-file.ts'
import { checkNesting } from '../../src/document/nesting.ts'
import { orderSections, type SectionOrder, shippedSections } from '../../src/document/section-order.ts'
import { readOverlay, readTemplateFiles } from '../../src/document/template-files.ts'
import { templateFolder } from '../../src/document/templates.ts'
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
    const files = readTemplateFiles(templateFolder, look)
    return { folder: { look, own: files, files }, faults: [] }
  }
  const own = readOverlay(path)
  checkNesting(own)
  const brand = lintBrand(path)
  const { names: words, findings } = lintWords(path)
  const faults = [...brand.findings, ...findings]
  const look = lookOf(variant ?? brand.file?.variant ?? 'modern', brand.file?.variant)
  const files = readTemplateFiles(templateFolder, look, path)
  const order = brand.file?.sections
  const ordered = order?.length ? inOrder({ look, own, files }, order, path, faults) : { files }
  return { folder: { look, own, ...ordered, ...(words && { words }) }, faults }
}

/** The files with the sections in the order of `brand.json`; in their own order if a page can't be parsed. */
function inOrder(
  folder: Pick<LintedFolder, 'look' | 'own' | 'files'>,
  sections: SectionOrder,
  path: string,
  faults: Finding[],
): Pick<LintedFolder, 'files' | 'sections'> {
  try {
    faults.push(...orderFindings(folder, sections, readBrandText(path)))
    const shipped = shippedSections(readTemplateFiles(templateFolder, folder.look))
    return { files: orderSections(folder.files, sections, shipped), sections }
  } catch (error) {
    if (error instanceof TemplateError) return folder
    throw error
  }
}
