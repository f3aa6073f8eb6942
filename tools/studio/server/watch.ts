import { type FSWatcher, readdirSync, watch } from 'node:fs'
import { join } from 'node:path'

/** Editors write in several steps; events within this time are one change. */
const settleMs = 50

/**
 * Calls `changed` when something in the folder is saved, added or removed, at any depth. Watches every folder separately, so
 * that replaced files are noticed on every system.
 *
 * @returns a function that stops watching
 */
export function watchFolder(folder: string, changed: () => void): () => void {
  const watchers = new Map<string, FSWatcher>()
  let waiting: NodeJS.Timeout | undefined

  function follow(): void {
    const there = new Set(foldersIn(folder))
    for (const [path, watcher] of watchers) {
      if (there.has(path)) continue
      watcher.close()
      watchers.delete(path)
    }
    for (const path of there) if (!watchers.has(path)) watchers.set(path, watchOne(path))
  }

  function watchOne(path: string): FSWatcher {
    const watcher = watch(path, (_, name) => {
      if (name !== null && isEditorsOwn(name)) return
      clearTimeout(waiting)
      waiting = setTimeout(() => {
        follow()
        changed()
      }, settleMs)
    })
    // The folder was removed; its parent reports that.
    watcher.on('error', () => watcher.close())
    return watcher
  }

  follow()
  return () => {
    clearTimeout(waiting)
    for (const watcher of watchers.values()) watcher.close()
  }
}

function foldersIn(folder: string): string[] {
  try {
    const below = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(entry => entry.isDirectory())
    return [folder, ...below.map(entry => join(entry.parentPath, entry.name))]
  } catch {
    // The folder, or one in it, vanished while listing; the next change lists again.
    return []
  }
}

/** Swap and backup files. */
function isEditorsOwn(name: string): boolean {
  return /^\.|~$|^4913$/.test(name)
}
