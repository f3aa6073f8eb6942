import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { TemplateError } from '../errors.ts'
import type { Look } from '../view/variant.ts'

/** Path within the template folder, with `/`, to text: `sections/items.html.hbs`. */
export type TemplateFiles = ReadonlyMap<string, string>

/** Below the package's templates: a folder for each look but `modern`, with the files in which it differs. */
const variantsFolder = 'variants'

/**
 * Reads the templates of a look: the package's own, over them the files in which the look differs, over these the files of
 * `overlay`, a folder or what was read of it. Each takes the place of the file of the same path; everything else stays.
 *
 * @throws TemplateError when `overlay` is no folder
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

/** The files that a folder of one's own puts in place of others. @throws TemplateError when there is no such folder */
export function readOverlay(folder: string): TemplateFiles {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new TemplateError(`there is no template folder ${folder}; create it, or leave the option out`)
  return readFolder(folder)
}

function readFolder(folder: string): Map<string, string> {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && /\.(hbs|css)$/.test(entry.name))
    .map(entry => join(entry.parentPath, entry.name))
    .sort()
  return new Map(paths.map(path => [relative(folder, path).split(sep).join('/'), readFileSync(path, 'utf8')]))
}
