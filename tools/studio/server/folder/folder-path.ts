import { lstatSync, realpathSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { Refused } from '../request.ts'

/** The files of a template folder that the studio writes; no name in it can lead out of the folder. */
const writable =
  /^(?:sections\/[a-z][\w-]*(?:\.print)?\.html\.hbs|sections\/[a-z][\w-]*\.txt\.hbs|(?:email|print)\.html\.hbs|receipt\.txt\.hbs|(?:email|email-kept|print|brand)\.css|brand\.json|locales\/[a-z]{2,3}(?:-[a-z0-9]{2,8})*\.json|logo(?:-dark)?\.(?:png|jpg|gif))$/i

/**
 * The place of a file in the template folder. Nothing is trusted: its name must be one of a template folder's, and neither the
 * file nor a folder above it may be a link that leads elsewhere.
 *
 * @throws Refused for any other file
 */
export function pathInFolder(folder: string, name: string): string {
  if (!writable.test(name)) throw new Refused(403, `${name}: is not a file of a template folder`)
  const root = realpathSync(folder)
  const path = join(root, name)
  const parent = realOr(dirname(path))
  const isInside = parent === undefined || parent === root || parent.startsWith(root + sep)
  if (!isInside || lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink())
    throw new Refused(403, `${name}: is a link, which the studio doesn't follow; edit it where it leads`)
  return path
}

/** The real path; undefined if there is nothing. */
function realOr(path: string): string | undefined {
  try {
    return realpathSync(path)
  } catch {
    return undefined
  }
}
