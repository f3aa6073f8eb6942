import { constants, existsSync, type Stats } from 'node:fs'
import { lstat, open } from 'node:fs/promises'
import { codeOf, TillError } from '../basics/errors.ts'

/**
 * Does something in a folder, and never where a link in its place leads: others may write beside it. `at` is a path of the folder
 * itself, whatever takes its name meanwhile, where the system has such paths (Linux).
 *
 * @param shown its path, to be named in errors
 * @throws TillError if it is a link or no folder; what the file system says, such as ENOENT
 */
export async function within<Result>(
  folder: string,
  work: (at: string, info: Stats) => Promise<Result>,
  shown = folder,
): Promise<Result> {
  if (!hasHandlePaths) {
    const info = await lstat(folder)
    if (!info.isDirectory()) throw notFolder(shown)
    return await work(folder, info)
  }
  const handle = await open(folder, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW).catch(error => {
    throw ['ELOOP', 'ENOTDIR'].includes(codeOf(error)) ? notFolder(shown) : error
  })
  try {
    return await work(`${handlePaths}/${handle.fd}`, await handle.stat())
  } finally {
    await handle.close()
  }
}

function notFolder(folder: string): TillError {
  return new TillError(`${folder} is a link or no folder: remove it, and the till makes it anew.`)
}

const handlePaths = '/proc/self/fd'

/** Some processes may not look at their own. */
const hasHandlePaths = existsSync(`${handlePaths}/2`) || existsSync(`${handlePaths}/0`)
