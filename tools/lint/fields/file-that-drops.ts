import { type PageName, pages } from '../../../src/document/pages.ts'
import { orderSections, shippedSections } from '../../../src/document/section-order.ts'
import { readTemplateFiles } from '../../../src/document/template-files.ts'
import { templateFolder } from '../../../src/document/templates.ts'
import type { LintedFolder } from '../folder.ts'

/**
 * Finds the merchant's file that drops something from a page: the one without which the page would have it, else the page
 * itself.
 *
 * @param has tells whether a folder's page has it
 * @returns undefined if this page uses none of the merchant's files
 */
export function fileThatDrops(folder: LintedFolder, page: PageName, has: (folder: LintedFolder) => boolean) {
  const { file, endings } = pages[page]
  const mine = [...folder.own.keys()].filter(path => path === file || endings.some(ending => path.endsWith(ending)))
  return mine.find(path => has(folderWithout(folder, path))) ?? mine.find(path => path === file) ?? mine[0]
}

/** The folder without that file. Made once, because results are cached by folder. */
function folderWithout(folder: LintedFolder, path: string): LintedFolder {
  const without = made.get(folder) ?? new Map<string, LintedFolder>()
  made.set(folder, without)
  const files = new Map(folder.files)
  const shipped = shippedFolder(folder).files.get(path)
  if (shipped === undefined) files.delete(path)
  else files.set(path, shipped)
  const other = without.get(path) ?? { ...folder, files }
  without.set(path, other)
  return other
}

const made = new WeakMap<LintedFolder, Map<string, LintedFolder>>()

/** The package's templates in a folder's look, without the sections that its `brand.json` leaves out. */
export function shippedFolder({ look, sections = [] }: Pick<LintedFolder, 'look' | 'sections'>): LintedFolder {
  const key = JSON.stringify([look, ...sections])
  const known = shipped.get(key)
  if (known) return known
  const own = readTemplateFiles(templateFolder, look)
  const files = sections.length === 0 ? own : orderSections(own, sections, shippedSections(own))
  const folder = { look, own: files, files }
  shipped.set(key, folder)
  return folder
}

const shipped = new Map<string, LintedFolder>()
