import { existsSync, readFileSync } from 'node:fs'
import { Refused } from '../request.ts'
import { pathInFolder, writeInFolder } from './template-texts.ts'

/** Files of the template folder to write, by path; `null` removes one. */
export type FilesToWrite = Readonly<Record<string, string | Uint8Array | null>>

/** Writes several files of the folder as one step, which can be undone. */
export interface History {
  /**
   * @param dragged what a slider or color picker changes: all it writes within two seconds is one step
   * @throws Refused if one can't be a file of a template folder
   */
  write(files: FilesToWrite, dragged?: string): void
  /** Puts the files back as they were before the last step. @throws Refused if one was changed by something else since */
  undo(): void
  /** Writes again what was undone last. @throws Refused if a file was changed by something else since */
  redo(): void
  canUndo(): boolean
  canRedo(): boolean
}

/** Opens the history of a folder, which is empty. */
export function openHistory(folder: string): History {
  const done: Step[] = []
  const undone: Step[] = []

  function replay(from: Step[], to: Step[], here: 'before' | 'after', wanted: 'before' | 'after'): void {
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
    write(files, dragged) {
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
    undo: () => replay(done, undone, 'after', 'before'),
    redo: () => replay(undone, done, 'before', 'after'),
    canUndo: () => done.length > 0,
    canRedo: () => undone.length > 0,
  }
}

const dragMs = 2000

interface Step {
  before: ReadonlyMap<string, Uint8Array | null>
  after: ReadonlyMap<string, Uint8Array | null>
  dragged: string | undefined
  at: number
}

function contentOf(folder: string, name: string): Uint8Array | null {
  const path = pathInFolder(folder, name)
  return existsSync(path) ? readFileSync(path) : null
}

function isSame(one: Uint8Array | null, other: Uint8Array | null): boolean {
  return one === null || other === null ? one === other : Buffer.compare(one, other) === 0
}
