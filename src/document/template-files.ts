import { readdirSync, statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { TemplateError } from '../errors.ts'
import { largestFile, readRegularText } from '../options/regular-file.ts'
import type { Look } from '../view/variant.ts'
import { locatedError, openBlocks } from './language/parse.ts'
import { openBrackets } from './styles/stylesheet.ts'

/** Path within the template folder, with `/` separators, to text: `sections/items.html.hbs`. */
export type TemplateFiles = ReadonlyMap<string, string>

/** In the package's templates: a folder for each look except `modern`, with the files that differ. */
const variantsFolder = 'variants'

/**
 * Reads the templates of a look: the package's, replaced file by file by the look's, then by those of `overlay` (a folder or
 * its content).
 *
 * @throws TemplateError if `overlay` is not a folder
 */
export function readTemplateFiles(
  folder: string,
  look: Look = 'modern',
  overlay?: string | TemplateFiles,
): TemplateFiles {
  return new Map([
    ...[...readFolder(folder)].filter(([path]) => !path.startsWith(`${variantsFolder}/`)),
    ...(look === 'modern' ? [] : readFolder(join(folder, variantsFolder, look))),
    ...(typeof overlay === 'string' ? readOverlay(overlay) : (overlay ?? [])),
  ])
}

/** Templates and stylesheets that a folder may have: more is another folder than was meant. */
const mostFiles = 500

/** The files of a merchant's folder. @throws TemplateError if it doesn't exist, or that names a file which can't be read or is too large */
export function readOverlay(folder: string): TemplateFiles {
  const found = statSync(folder, { throwIfNoEntry: false })
  if (found?.isFile()) throw new TemplateError(`${folder} is a file, not a template folder`)
  if (!found?.isDirectory())
    throw new TemplateError(`there is no template folder ${folder}; create one with counterfoil template new ${folder}`)
  return readFolder(folder)
}

function readFolder(folder: string): Map<string, string> {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => !entry.isDirectory() && /^[^.].*\.(hbs|css)$/.test(entry.name))
    .map(entry => join(entry.parentPath, entry.name))
    .sort()
  if (paths.length > mostFiles)
    throw new TemplateError(
      `${folder} has more than ${mostFiles} templates and stylesheets; is it the template folder?`,
    )
  return new Map(
    paths.map(path => {
      const file = relative(folder, path).split(sep).join('/')
      const text = readRegularText(path, largestFile.template, folder)
      if (typeof text !== 'string') throw new TemplateError(`${path}: ${text.problem}`, undefined, text)
      return [file, text] as const
    }),
  )
}

/** What follows walks blocks, elements and rules by calling itself, and inlining takes the square of it. */
const deepest = 100

/**
 * Checks that nothing in a folder's templates and stylesheets is nested deeper than any design needs.
 *
 * @throws TemplateError with the place where it gets too deep
 */
export function checkNesting(files: TemplateFiles): void {
  for (const [file, text] of files) checkFile(file, text)
}

function checkFile(file: string, text: string): void {
  const kinds = {
    blocks: openBlocks(text, deepest).map(({ index }) => index),
    ...(file.endsWith('.css') ? { brackets: openBrackets(text, deepest) } : { elements: openElements(text) }),
  }
  for (const [kind, open] of Object.entries(kinds)) {
    const index = open[deepest]
    if (index === undefined) continue
    const line = text.slice(0, index).split('\n').length
    const column = index - text.lastIndexOf('\n', index - 1)
    throw locatedError(`${kind} are nested more than ${deepest} deep`, file, text, line, column)
  }
}

/** Where the open elements begin, outermost first, once they are too deep; those with an optional end tag don't count (HTML 13.1.2.4). */
function openElements(text: string): number[] {
  const open: number[] = []
  for (const { 1: end, 2: name, index } of text.matchAll(/<(\/?)([a-z][\w-]*)(?=[^<>]*(?<!\/)>)/gi)) {
    if (ended.has(name!.toLowerCase())) continue
    if (end) open.pop()
    else if (open.push(index) > deepest) break
  }
  return open
}

const ended = new Set(
  'area base br col embed hr img input link meta source track wbr p li dt dd option optgroup rt rp colgroup thead tbody tfoot tr td th'.split(
    ' ',
  ),
)
