import { rmdirSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/** Whose goldens: the folder of all, and the name of the receipt. */
export interface GoldenPlace {
  dir: string
  name: string
}

/** Where the picture of a difference is put. */
export function failedPath({ dir, name }: GoldenPlace, file: string): string {
  return join(dir, '.failed', name, file)
}

/** Removes the picture of an earlier difference, and the folders that are empty without it. */
export function clearFailed(place: GoldenPlace, file: string): void {
  const path = resolve(failedPath(place, file))
  rmSync(path, { force: true })
  for (let folder = dirname(path); folder !== resolve(place.dir); folder = dirname(folder)) {
    try {
      rmdirSync(folder)
    } catch {
      return
    }
  }
}
