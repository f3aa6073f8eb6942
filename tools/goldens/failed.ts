import { rmdirSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/** The folder of goldens and the receipt's name. */
export interface GoldenPlace {
  dir: string
  name: string
}

/** The path for the image of a difference. */
export function failedPath({ dir, name }: GoldenPlace, file: string): string {
  return join(dir, '.failed', name, file)
}

/** Removes the image of an earlier difference, and folders that become empty. */
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
