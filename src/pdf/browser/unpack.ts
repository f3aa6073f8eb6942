import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync, lstatSync, mkdirSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, open, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { brotliDecompressSync, createBrotliDecompress } from 'node:zlib'
import { BrowserError } from '../../errors.ts'
import { noRoom } from './scratch.ts'

/**
 * Unpacks the Chromium of `@sparticuz/chromium` and the libraries that some hosts lack (NSS, expat), once per user and
 * version, and removes versions that nobody has started for a month, and what killed processes left half unpacked. Call it before each
 * start. It is written next to its final place and then renamed, so that concurrent processes never see partial files; only
 * this user owns the folder, so nobody else can plant a browser there.
 *
 * @param bin the package's folder with `chromium.br` and `al2023.tar.br`
 * @param parent where to put it
 * @throws BrowserError if there is no space, nothing can be written, or the folder belongs to someone else
 */
export async function unpackBrowser(bin: string, parent = tmpdir()): Promise<{ path: string; libraries: string }> {
  const archive = join(bin, 'chromium.br')
  const home = ownFolder(join(parent, `counterfoil-browser-${process.getuid?.() ?? 0}`))
  const folder = join(home, await identityOf(archive))
  await sweep(home, basename(folder))
  if (!existsSync(folder)) {
    const partial = await mkdtemp(`${folder}-`).catch(cause => {
      throw noRoom(home, cause)
    })
    try {
      await unpackInto(partial, archive, join(bin, 'al2023.tar.br'))
      await rename(partial, folder)
    } catch (cause) {
      await rm(partial, { recursive: true, force: true })
      if (!existsSync(folder))
        throw new BrowserError(`The browser could not be unpacked into ${parent}: it needs 220 MB there.`, { cause })
    }
  }
  const now = new Date()
  await utimes(folder, now, now).catch(() => {})
  return { path: join(folder, 'chromium'), libraries: join(folder, 'lib') }
}

/** Names an archive by what is in it: each install writes the same file with another date. Parts of its 60 MB tell it apart. */
async function identityOf(archive: string): Promise<string> {
  const file = await open(archive)
  try {
    const { size } = await file.stat()
    const hash = createHash('sha256').update(String(size))
    for (const part of [0, 0.25, 0.5, 0.75, 1]) {
      const { bytesRead, buffer } = await file.read(
        Buffer.alloc(sample),
        0,
        sample,
        Math.max(0, Math.floor((size - sample) * part)),
      )
      hash.update(buffer.subarray(0, bytesRead))
    }
    return hash.digest('hex').slice(0, 16)
  } finally {
    await file.close()
  }
}

/** Bytes of each part of an archive that are looked at. */
const sample = 65_536

/** Milliseconds after which a version that nobody started is removed. */
const forgotten = 30 * 86_400_000

/** Milliseconds without a write after which the process that unpacks is taken for dead: its kills would fill the disk. */
const abandoned = 60_000

async function sweep(home: string, wanted: string): Promise<void> {
  for (const name of await readdir(home)) {
    if (name === wanted) continue
    const path = join(home, name)
    const isPartial = name.includes('-')
    const latest = Math.max(await timeOf(path), isPartial ? await timeOf(join(path, 'chromium')) : 0)
    if (Date.now() - latest > (isPartial ? abandoned : forgotten)) await rm(path, { recursive: true, force: true })
  }
}

/** When a file was last written; 0 without it. */
async function timeOf(path: string): Promise<number> {
  return (await stat(path).catch(() => undefined))?.mtimeMs ?? 0
}

function ownFolder(path: string): string {
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw noRoom(dirname(path), cause)
  }
  const found = lstatSync(path)
  const owner = process.getuid?.() ?? found.uid
  if (!found.isDirectory() || found.uid !== owner || (found.mode & 0o022) !== 0) {
    throw new BrowserError(`${path} can be changed by other users: remove it, or set \`executablePath\`.`)
  }
  return path
}

async function unpackInto(folder: string, archive: string, libraries: string): Promise<void> {
  const browser = join(folder, 'chromium')
  await pipeline(createReadStream(archive), createBrotliDecompress(), createWriteStream(browser))
  await chmod(browser, 0o700)
  await mkdir(join(folder, 'lib'))
  for (const file of tarFiles(brotliDecompressSync(await readFile(libraries)))) {
    await writeFile(join(folder, 'lib', basename(file.name)), file.content, { mode: 0o700 })
  }
}

/** The regular files of a tar archive (POSIX.1, "ustar"): 512-byte headers, contents padded to 512 bytes. */
function* tarFiles(tar: Buffer): Generator<{ name: string; content: Buffer }> {
  let at = 0
  while (at + 512 <= tar.length && tar[at] !== 0) {
    const name = tar.toString('latin1', at, at + 100).replace(/\0.*$/s, '')
    const size = Number.parseInt(tar.toString('latin1', at + 124, at + 135), 8)
    const type = tar.toString('latin1', at + 156, at + 157)
    if (type === '0' || type === '\0') yield { name, content: tar.subarray(at + 512, at + 512 + size) }
    at += 512 + Math.ceil(size / 512) * 512
  }
}
