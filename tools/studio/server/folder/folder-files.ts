import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { templateFolder } from '../../../../src/document/compiled-specs.ts'
import { readOverlay, readTemplateFiles } from '../../../../src/document/template-files.ts'
import { listFolder, writeInFolder as write } from '../../../../src/options/folder.ts'
import { maxFileBytes, readRegularFile } from '../../../../src/options/regular-file.ts'
import type { Look } from '../../../../src/view/variant.ts'
import type { FileEntry, FileText } from '../api.ts'
import { Refused } from '../request.ts'

/** Most characters of a file. */
const maxLength = 500_000

/** The templates and stylesheets of a look with those of the folder, its settings and words, sorted: pages and stylesheets first. */
export function listFiles(folder: string | undefined, look: Look): FileEntry[] {
  const shipped = readTemplateFiles(templateFolder, look)
  const own = folder === undefined ? new Map() : readOverlay(folder)
  const settings = folder === undefined ? [] : settingsOf(folder)
  const names = new Set([...shipped.keys(), ...own.keys(), ...settings, ...(folder === undefined ? [] : ['brand.css'])])
  return [...names]
    .map(path => ({ path, own: own.has(path) || settings.includes(path), shipped: shipped.has(path) }))
    .sort((one, other) => depth(one) - depth(other) || (one.path < other.path ? -1 : 1))
}

/** A file's text in the folder, and in the package. @throws Refused if it cannot be a file of a template folder */
export function readText(folder: string | undefined, look: Look, name: string): FileText {
  const shipped = readTemplateFiles(templateFolder, look).get(name) ?? null
  const own = folder === undefined ? null : contentOf(folder, name)
  return { path: name, own: own && Buffer.from(own).toString('utf8'), shipped }
}

/**
 * Writes a file of the folder, or with `null` removes it, so that the package's counts again. The file changes at once: whoever
 * reads it sees the old text or the new one.
 *
 * @throws Refused if it cannot be a file of a template folder
 */
export function saveText(folder: string, name: string, text: string | null): void {
  if (text !== null && text.length > maxLength)
    throw new Refused(413, `${name}: must be at most ${maxLength} characters`)
  writeInFolder(folder, name, text)
}

/** The same for bytes. @throws Refused if it cannot be a file of a template folder, or is none of the folder's own */
function writeInFolder(folder: string, name: string, content: string | Uint8Array | null): void {
  checkName(name)
  const unwritten = write(folder, name, content)
  if (unwritten) throw new Refused(403, `${name}: ${unwritten.problem}`)
}

/** `brand.json` and the files of words, which lint finds mistakes in too. */
function settingsOf(folder: string): string[] {
  const listed = listFolder(folder, path => /^brand\.json$|^locales\//.test(path), 1)
  return 'problem' in listed ? [] : listed.files.filter(name => writable.test(name))
}

function depth({ path }: FileEntry): number {
  return path.split('/').length
}

/** The files of a template folder that the studio writes; no name in it can lead out of the folder. */
const writable =
  /^(?:sections\/[a-z][\w-]*(?:\.print)?\.html\.hbs|sections\/[a-z][\w-]*\.txt\.hbs|(?:email|print)\.html\.hbs|receipt\.txt\.hbs|(?:email|email-kept|page|print|brand)\.css|brand\.json|locales\/[a-z]{2,3}(?:-[a-z0-9]{2,8})*\.json|logo(?:-dark)?\.(?:png|jpg|gif)|paper(?:-bold)?\.(?:ttf|otf|woff2?))$/i

function checkName(name: string): void {
  if (!writable.test(name)) throw new Refused(403, `${name}: is not a file of a template folder`)
}

/** Files of the template folder to write, by path; `null` removes one. */
export type FilesToWrite = Readonly<Record<string, string | Uint8Array | null>>

/** Writes several files of the folder as one step, which can be undone. */
export type History = ReturnType<typeof openHistory>

/** Opens the history of a folder, which is empty. */
export function openHistory(folder: string) {
  const done: UndoStep[] = []
  const undone: UndoStep[] = []

  function replay(from: UndoStep[], to: UndoStep[], here: 'before' | 'after', wanted: 'before' | 'after'): void {
    const step = from.at(-1)
    if (!step) return
    for (const [path, content] of step[here])
      if (!isSame(contentOf(folder, path), content))
        throw new Refused(409, `${path}: was changed by something else since, so this can't be undone here`)
    for (const [path, content] of step[wanted]) writeInFolder(folder, path, content)
    from.pop()
    to.push(step)
  }

  return {
    /**
     * @param dragged what a slider or color picker changes: all it writes within two seconds is one step
     * @throws Refused if one can't be a file of a template folder
     */
    write(files: FilesToWrite, dragged?: string): void {
      const paths = Object.keys(files)
      const before = new Map(paths.map(path => [path, contentOf(folder, path)]))
      for (const path of paths) writeInFolder(folder, path, files[path] ?? null)
      const step = {
        before,
        after: new Map(paths.map(path => [path, contentOf(folder, path)])),
        dragged,
        at: Date.now(),
      }
      const last = done.at(-1)
      const isSameDrag = dragged !== undefined && last?.dragged === dragged && step.at - last.at < dragMs
      done.push(isSameDrag ? { ...step, before: last.before } : step)
      if (isSameDrag) done.splice(-2, 1)
      undone.length = 0
    },
    /** Puts the files back as they were before the last step. @throws Refused if one was changed by something else since */
    undo: () => replay(done, undone, 'after', 'before'),
    /** Writes again what was undone last. @throws Refused if a file was changed by something else since */
    redo: () => replay(undone, done, 'before', 'after'),
    canUndo: () => done.length > 0,
    canRedo: () => undone.length > 0,
  }
}

const dragMs = 2000

interface UndoStep {
  before: ReadonlyMap<string, Uint8Array | null>
  after: ReadonlyMap<string, Uint8Array | null>
  dragged: string | undefined
  at: number
}

/** The bytes of a file of the folder; null if it has none. @throws Refused if it isn't a regular file in the folder */
function contentOf(folder: string, name: string): Uint8Array | null {
  checkName(name)
  if (!existsSync(join(folder, name))) return null
  const read = readRegularFile(name, maxFileBytes.picture, folder)
  if (read instanceof Uint8Array) return read
  throw new Refused(403, `${name}: ${read.problem}`)
}

function isSame(one: Uint8Array | null, other: Uint8Array | null): boolean {
  return one === null || other === null ? one === other : Buffer.compare(one, other) === 0
}
