import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { readOverlay, readTemplateFiles } from '../../../../src/document/template-files.ts'
import { templateFolder } from '../../../../src/document/templates.ts'
import type { Look } from '../../../../src/view/variant.ts'
import type { FileEntry, FileText } from '../api.ts'
import { Refused } from '../request.ts'
import { pathInFolder } from './folder-path.ts'

/** Most characters of a file. */
const longest = 500_000

/** The templates and stylesheets of a look with those of the folder, sorted: pages and stylesheets first. */
export function listFiles(folder: string | undefined, look: Look): FileEntry[] {
  const shipped = readTemplateFiles(templateFolder, look)
  const own = folder === undefined ? new Map() : readOverlay(folder)
  const names = new Set([...shipped.keys(), ...own.keys(), ...(folder === undefined ? [] : ['brand.css'])])
  return [...names]
    .map(path => ({ path, own: own.has(path), shipped: shipped.has(path) }))
    .sort((one, other) => depth(one) - depth(other) || (one.path < other.path ? -1 : 1))
}

/** A file's text in the folder, and in the package. @throws Refused if it cannot be a file of a template folder */
export function readText(folder: string | undefined, look: Look, name: string): FileText {
  const shipped = readTemplateFiles(templateFolder, look).get(name) ?? null
  const path = folder === undefined ? undefined : pathInFolder(folder, name)
  const own = path !== undefined && existsSync(path) ? readFileSync(path, 'utf8') : null
  return { path: name, own, shipped }
}

/**
 * Writes a file of the folder, or with `null` removes it, so that the package's counts again. The file changes at once: whoever
 * reads it sees the old text or the new one.
 *
 * @throws Refused if it cannot be a file of a template folder
 */
export function saveText(folder: string, name: string, text: string | null): void {
  if (text !== null && text.length > longest) throw new Refused(413, `${name}: must be at most ${longest} characters`)
  writeInFolder(folder, name, text)
}

/** The same for bytes. @throws Refused if it cannot be a file of a template folder */
export function writeInFolder(folder: string, name: string, content: string | Uint8Array | null): void {
  const path = pathInFolder(folder, name)
  if (content === null) {
    rmSync(path, { force: true })
    return
  }
  mkdirSync(dirname(path), { recursive: true })
  const coming = join(dirname(path), `.${basename(path)}.coming`)
  writeFileSync(coming, content)
  renameSync(coming, path)
}

function depth({ path }: FileEntry): number {
  return path.split('/').length
}
