import { normalized } from 'counterfoil/internal'
import { z } from 'zod'
import { type SentFile, tooLarge, tooManyFiles, UploadError, unzip } from './unzip.ts'

/** What a folder of templates may have: many times what one that replaces every template has. */
export const maxUpload = {
  files: 500,
  /** Folders in each other. */
  levels: 8,
  /** Unpacked, all files together. */
  bytes: 4 * 1024 * 1024,
  /** Characters of a path. */
  path: 200,
  /** Bytes of the request, whose files are base64. */
  body: 6 * 1024 * 1024,
}

/** Bytes as base64. */
const base64 = z
  .string()
  .max(maxUpload.body)
  .regex(/^[A-Za-z0-9+/]*={0,2}$/, 'must be base64')

/** The body of the request that uploads templates. */
export const templatesInput = z
  .strictObject({
    zip: base64.min(1).optional().describe('A zip file with the folder or what is in it, base64.'),
    files: z
      .array(
        z.strictObject({
          path: z
            .string()
            .min(1)
            .max(1000)
            .describe('The file’s path in the folder, such as `sections/footer.html.hbs`.'),
          content: base64.describe('Its bytes, base64.'),
        }),
      )
      .min(1)
      .max(maxUpload.files)
      .optional()
      .describe('The folder’s files, instead of a zip file.'),
  })
  .refine(({ zip, files }) => (zip === undefined) !== (files === undefined), {
    path: ['zip'],
    error: 'must be sent, or else `files`, not both',
  })
  .meta({ id: 'TemplatesInput' })

/** Templates as they are sent, checked. */
export type TemplatesInput = z.infer<typeof templatesInput>

/**
 * The files of a template folder that was sent, by their paths in it. Those whose names begin with a dot, and what macOS adds to zip files, are left out.
 *
 * @throws UploadError that says what can't be taken
 */
export function filesOf({ zip, files = [] }: TemplatesInput): Map<string, Uint8Array> {
  const sent: SentFile[] =
    zip === undefined
      ? files.map(({ path, content }) => ({ path, bytes: Buffer.from(content, 'base64') }))
      : unzip(Buffer.from(zip, 'base64'), maxUpload)
  const bytes = sent.reduce((sum, file) => sum + file.bytes.length, 0)
  if (bytes > maxUpload.bytes) throw new UploadError(tooLarge(maxUpload))
  const named = sent.map(file => ({ ...file, path: checkedPath(file.path) })).filter(({ path }) => isWanted(path))
  if (named.length > maxUpload.files) throw new UploadError(tooManyFiles(maxUpload))
  if (named.length === 0) throw new UploadError('must hold files')
  const top = commonFolder(named.map(({ path }) => path))
  const inFolder = named.map(file => ({ ...file, path: file.path.slice(top.length) }))
  refuseCollisions(inFolder.map(({ path }) => path))
  return new Map(inFolder.map(file => [file.path, file.bytes]))
}

/** Folders of a template folder itself: whoever zips nothing else zips what is in one. */
const ownFolders = ['sections/', 'locales/']

/** What all paths begin with, if that is the folder itself: whoever zips a folder has its name in every path. */
function commonFolder(paths: readonly string[]): string {
  const [first = ''] = paths
  const top = first.slice(0, first.indexOf('/') + 1)
  return ownFolders.includes(top) || !paths.every(path => path.startsWith(top)) ? '' : top
}

/** Folders are made for their files; hidden files are the system's. */
function isWanted(path: string): boolean {
  return !path.endsWith('/') && !path.split('/').some(name => name.startsWith('.') || name === '__MACOSX')
}

/** The path with `/`, in one spelling. @throws UploadError if it leads out of the folder, or no system has such a name */
function checkedPath(sent: string): string {
  const path = normalized(sent.replaceAll('\\', '/'), 'NFC')
  const names = path.replace(/\/$/, '').split('/')
  const problem = /^\/|^[A-Za-z]:/.test(path)
    ? 'must be a path in the folder'
    : names.includes('..')
      ? 'must not lead out of the folder'
      : /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}:*?"<>|]/u.test(path) ||
          names.some(name => name === '' || name === '.' || /[. ]$/.test(name))
        ? 'must be a name that every system takes'
        : path.length > maxUpload.path
          ? `must have at most ${maxUpload.path} characters`
          : names.length > maxUpload.levels
            ? `must be at most ${maxUpload.levels} folders deep`
            : undefined
  if (problem !== undefined) throw new UploadError(`${shown(sent)} ${problem}`)
  return path
}

/** Two names that differ by case only are one on some systems, and so are a file and a folder. */
function refuseCollisions(paths: readonly string[]): void {
  const known = new Map<string, string>()
  for (const path of paths) {
    const same = known.get(path.toLowerCase())
    if (same !== undefined) throw new UploadError(`${shown(path)} must not be there twice, also as ${shown(same)}`)
    known.set(path.toLowerCase(), path)
  }
  for (const path of known.keys())
    for (let at = path.indexOf('/'); at > 0; at = path.indexOf('/', at + 1))
      if (known.has(path.slice(0, at)))
        throw new UploadError(`${shown(path.slice(0, at))} must be a file or a folder, not both`)
}

function shown(path: string): string {
  return JSON.stringify(path.length > 80 ? `${path.slice(0, 80)}…` : path)
}
