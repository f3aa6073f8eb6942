import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Makes folders of fonts such that a browser finds them: Yarn leaves packages in archives that only Node reads, and the browser would
 * leave out their letters without a word. Of those it writes copies.
 *
 * @param folders of fonts
 * @param target an empty folder for the copies
 */
export async function readableFolders(folders: readonly string[], target: string): Promise<string[]> {
  return await Promise.all(
    folders.map(async (folder, at) =>
      archived.test(folder) ? await copyOf(folder, join(target, String(at))) : folder,
    ),
  )
}

/** Paths that Yarn makes up: within an archive, or of a package that several others share. */
const archived = /\.zip[\\/]|[\\/]__virtual__[\\/]/

async function copyOf(folder: string, copy: string): Promise<string> {
  await mkdir(copy, { recursive: true })
  for (const name of (await readdir(folder)).filter(name => /\.(?:ttf|otf|ttc)$/i.test(name)))
    await writeFile(join(copy, name), await readFile(join(folder, name)))
  return copy
}
