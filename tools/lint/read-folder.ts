import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { readBrand } from '../../src/brand/brand.ts'
import { brandFileName, readBrandFile, readBrandText } from '../../src/brand/brand-file.ts'
import { checkNesting } from '../../src/document/nesting.ts'
import { orderSections, type SectionOrder, shippedSections } from '../../src/document/section-order.ts'
import { readOverlay, readTemplateFiles } from '../../src/document/template-files.ts'
import { templateFolder } from '../../src/document/templates.ts'
import { LocaleError, OptionError, TemplateError } from '../../src/errors.ts'
import { ownWordName } from '../../src/locale/words/message-files.ts'
import { readMessageTables } from '../../src/locale/words/message-tables.ts'
import { maxFileBytes, readRegularText } from '../../src/options/regular-file.ts'
import { lookOf, type Variant } from '../../src/view/variant.ts'
import { orderFindings } from './fields/sections.ts'
import { type Finding, findingIn, type LintedFolder, type SourcePosition } from './finding.ts'
import { parted } from './refusals.ts'
import { placeOfKey } from './settings.ts'

/**
 * Reads a template folder for the lint. Errors in `brand.json` or the words become findings.
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
  const faults: Finding[] = []
  const file = openBrand(path, faults)
  const look = lookOf(variant ?? file?.variant ?? 'modern', file?.variant)
  const words = openWords(path, faults)
  const files = readTemplateFiles(templateFolder, look, path)
  const order = file?.sections
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

function openBrand(path: string, faults: Finding[]) {
  try {
    const file = readBrandFile(path)
    readBrand(file.brand)
    return file
  } catch (error) {
    if (!(error instanceof OptionError)) throw error
    const message = withoutPath(error.message, path).replace(/^brand\./, '')
    faults.push(faultIn(path, brandFileName, 'brand-file', message, 'see brand.json in docs/templates.md'))
    return undefined
  }
}

function openWords(path: string, faults: Finding[]): Set<string> | undefined {
  const words = join(path, 'locales')
  if (!existsSync(words)) return new Set()
  try {
    return new Set(readMessageTables(words).ownWords.map(key => ownWordName(key) ?? key))
  } catch (error) {
    if (!(error instanceof LocaleError)) throw error
    const file = /[^/\\]+\.json(?=:)/.exec(error.message)?.[0] ?? ''
    const message = withoutPath(error.message, path)
    faults.push(faultIn(path, `locales/${file}`, 'words-file', message, "see the package's locales/en.json"))
    return undefined
  }
}

/** The message without the leading file path, which the finding already has. */
function withoutPath(message: string, folder: string): string {
  return message.startsWith(folder) || message.startsWith(basename(folder))
    ? message.replace(/^.*?\.json: /, '')
    : message
}

function faultIn(folder: string, file: string, rule: string, message: string, otherwise: string): Finding {
  const text = readRegularText(join(folder, file), maxFileBytes.settings, folder)
  const source = typeof text === 'string' ? text : ''
  return findingIn(file, source, placeIn(source, message), { rule, ...parted(message, otherwise) })
}

/** Where an error in a JSON file is: the position it names, else the key it names. */
function placeIn(source: string, message: string): SourcePosition {
  const named = /line (\d+) column (\d+)/.exec(message)
  if (named) return { line: Number(named[1]), column: Number(named[2]) }
  const key = /"([^"]+)"/.exec(message)?.[1] ?? /^\w+/.exec(message)?.[0] ?? ''
  return placeOfKey(source, key.split('.').at(-1) ?? '')
}
