import { statSync } from 'node:fs'
import { join } from 'node:path'
import { TemplateError } from '../errors.ts'
import { listFolder, maxFolder, tooMuch } from '../options/folder.ts'
import { maxFileBytes, readRegularText } from '../options/regular-file.ts'
import type { Look } from '../view/variant.ts'

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
    ...[...readShipped(folder)].filter(([path]) => !path.startsWith(`${variantsFolder}/`)),
    ...(look === 'modern' ? [] : readShipped(join(folder, variantsFolder, look))),
    ...(typeof overlay === 'string' ? readOverlay(overlay) : (overlay ?? [])),
  ])
}

/** The package's files, read once: while a process runs, an upgrade may replace them by those of another version. */
function readShipped(folder: string): TemplateFiles {
  const files = shipped.get(folder) ?? readFolder(folder)
  shipped.set(folder, files)
  return files
}

const shipped = new Map<string, TemplateFiles>()

/** The files of a merchant's folder. @throws TemplateError if it doesn't exist, or that names a file which can't be read or is too large */
export function readOverlay(folder: string): TemplateFiles {
  const found = statSync(folder, { throwIfNoEntry: false })
  if (found?.isFile()) throw new TemplateError(`${folder} is a file, not a template folder`)
  if (!found?.isDirectory())
    throw new TemplateError(`there is no template folder ${folder}; create one with counterfoil template new ${folder}`)
  return readFolder(folder)
}

function readFolder(folder: string): Map<string, string> {
  const listed = listFolder(folder, path => /(?:^|\/)[^/]+\.(?:hbs|css)$/.test(path))
  if ('problem' in listed) throw new TemplateError(`${join(folder, listed.at)}: ${listed.problem}`, undefined, listed)
  if (listed.files.length > maxFolder.files)
    throw new TemplateError(
      `${folder} has more than ${maxFolder.files} templates and stylesheets; is it the template folder?`,
    )
  let length = 0
  return new Map(
    listed.files.map(file => {
      const path = join(folder, file)
      const text = readRegularText(file, maxFileBytes.template, folder)
      if (typeof text !== 'string') throw new TemplateError(`${path}: ${text.problem}`, undefined, text)
      length += Buffer.byteLength(text)
      if (length > maxFolder.bytes) throw new TemplateError(`${path}: ${tooMuch}`)
      return [file, text] as const
    }),
  )
}

/** The pages, and which sections each prefers: paper uses `items.print.html.hbs` if it exists. */
export const pages = {
  email: { file: 'email.html.hbs', endings: ['.html.hbs'] },
  print: { file: 'print.html.hbs', endings: ['.print.html.hbs', '.html.hbs'] },
  text: { file: 'receipt.txt.hbs', endings: ['.txt.hbs'] },
} as const

/** One of the three pages made of a receipt. */
export type PageName = keyof typeof pages

/** All of them. */
export const allPages = Object.keys(pages) as PageName[]

/** The file that `{{> name}}` includes on a page, if it exists; a stylesheet is its own name. */
export function sectionFile(files: TemplateFiles, page: PageName, name: string): string | undefined {
  const candidates = name.endsWith('.css') ? [name] : pages[page].endings.map(ending => `sections/${name}${ending}`)
  return candidates.find(candidate => files.has(candidate))
}
