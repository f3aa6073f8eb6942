import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { TemplateError } from '../errors.ts'

/** Path within the template folder, with `/`, to text: `sections/items.html.hbs`. */
export type TemplateFiles = ReadonlyMap<string, string>

/**
 * Reads a folder of templates. A file of `overlay` takes the place of the default file of the same path; everything else stays.
 *
 * @throws TemplateError when `overlay` is no folder
 */
export function readTemplateFiles(folder: string, overlay?: string): TemplateFiles {
  const files = readFolder(folder)
  if (overlay === undefined) return files
  if (!existsSync(overlay))
    throw new TemplateError(`there is no template folder ${overlay}; create it, or leave the option out`)
  for (const [path, text] of readFolder(overlay)) files.set(path, text)
  return files
}

function readFolder(folder: string): Map<string, string> {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && /\.(hbs|css)$/.test(entry.name))
    .map(entry => join(entry.parentPath, entry.name))
    .sort()
  return new Map(paths.map(path => [relative(folder, path).split(sep).join('/'), readFileSync(path, 'utf8')]))
}
