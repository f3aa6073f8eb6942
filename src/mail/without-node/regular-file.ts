/** As in `options/regular-file.ts`. */
export const maxFileBytes = { picture: 2 * 1024 * 1024 }

/** Stands in for `options/regular-file.ts`: there are no files. */
export function readRegularFile(): { problem: string } {
  return { problem: 'is a path, and there are no files here; give the bytes' }
}

/** Stands in for the other of `options/regular-file.ts`. */
export const readRegularText = readRegularFile
