import { AssertionError } from 'node:assert'
import { existsSync, mkdirSync, rmdirSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { readPixels } from '../../src/document/pixels.ts'
import { OptionError } from '../../src/errors.ts'
import { writeInFolder } from '../../src/options/folder.ts'
import { printable, printableLine } from '../../src/options/printable.ts'
import { maxFileBytes, readRegularFile } from '../../src/options/regular-file.ts'
import type { Accepted } from './cases.ts'
import type { MadeFile } from './made.ts'
import { peer } from './peer.ts'
import { beside, extended, type Picture, writePng } from './pictures/picture.ts'

/**
 * Compares a receipt's files with its goldens, and writes the accepted ones.
 *
 * @throws AssertionError that lists every file that differs, with the first one's expected and actual content
 */
export async function compareGoldens(place: GoldenPlace, made: readonly MadeFile[], accepted: Accepted): Promise<void> {
  const differences: Difference[] = []
  for (const each of made) {
    const difference = 'text' in each ? compareText(place, each, accepted) : await comparePage(place, each, accepted)
    if (difference) differences.push(difference)
  }
  if (differences.length > 0) throw failure(place, differences)
}

interface Difference {
  file: string
  /** What differs, in a few lines. */
  says: string
  actual: string
  expected: string
}

function compareText(place: GoldenPlace, made: { file: string; text: string }, accepted: Accepted) {
  const name = join(place.name, made.file)
  const actual = oneLineEnd(made.text)
  const golden = read(place, name)
  if (golden === undefined) return missing(place, made.file, made.text, accepted)
  const expected = oneLineEnd(golden.toString('utf8'))
  if (actual === expected) return undefined
  if (accepted === 'all') return write(place, name, made.text)
  return { file: made.file, ...differenceOf(actual.split('\n'), expected.split('\n')) }
}

async function comparePage(place: GoldenPlace, made: { file: string; picture: Picture }, accepted: Accepted) {
  const name = join(place.name, made.file)
  const stored = read(place, name)
  if (stored === undefined) return missing(place, made.file, writePng(made.picture), accepted)
  const golden = readPixels(stored)
  const difference = await comparePictures(golden, made.picture)
  clearFailed(place, made.file)
  if (!difference) return undefined
  if (accepted === 'all') return write(place, name, writePng(made.picture))
  const failed = failedPath(place, made.file)
  write(place, relative(place.dir, failed), writePng(difference.sideBySide))
  return {
    file: made.file,
    says: `${difference.differing} px differ, ${difference.allowed} are allowed. See ${displayPath(failed)}: golden | now | difference`,
    actual: `${sizeOf(made.picture)}, ${difference.differing} of them differ`,
    expected: `${sizeOf(golden)}, at most ${difference.allowed} of them differ`,
  }
}

function missing(place: GoldenPlace, file: string, content: string | Uint8Array, accepted: Accepted) {
  if (accepted !== 'none') return write(place, join(place.name, file), content)
  const says =
    'It is missing, and goldens are not written when CI is set. Run the tests without CI, read what they write, and commit it.'
  return { file, says, actual: `${displayPath(join(place.dir, place.name))} without ${file}`, expected: file }
}

/** A golden's bytes; undefined if there is none. @throws OptionError if it is no file of the folder */
function read({ dir }: GoldenPlace, name: string): Buffer | undefined {
  const path = join(dir, name)
  if (!existsSync(path)) return undefined
  const bytes = readRegularFile(name, maxFileBytes.input, dir)
  if (bytes instanceof Uint8Array) return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  throw new OptionError(`${displayPath(path)}: ${bytes.problem}`, bytes)
}

function write({ dir }: GoldenPlace, name: string, content: string | Uint8Array): undefined {
  mkdirSync(dir, { recursive: true })
  const unwritten = writeInFolder(dir, name, content)
  if (unwritten) throw new OptionError(`${displayPath(join(dir, name))}: ${unwritten.problem}`)
}

function failure({ dir, name }: GoldenPlace, differences: readonly Difference[]): AssertionError {
  const [{ actual, expected }] = differences as [Difference]
  const all = differences.map(({ file, says }) => `${displayPath(join(dir, name, file))}\n${says.replace(/^/gm, '  ')}`)
  const message = `${name} differs from its golden:\n\n${all.join('\n')}\n\n${howToAccept}\n`
  return new AssertionError({ message, actual, expected, operator: 'strictEqual', stackStartFn: compareGoldens })
}

const howToAccept = 'If this is intended, accept it: run the tests with -u or UPDATE_GOLDENS=1.'

/** The lines from the first difference to the last, with some context, but not more than are read: runners print everything. */
function differenceOf(now: readonly string[], before: readonly string[]) {
  const rows = Math.min(now.length, before.length)
  let same = 0
  while (same < rows && now[same] === before[same]) same++
  let sameAtEnd = 0
  while (sameAtEnd < rows - same && now.at(-1 - sameAtEnd) === before.at(-1 - sameAtEnd)) sameAtEnd++
  const from = Math.max(0, same - around)
  const part = (lines: readonly string[], others: readonly string[]) =>
    lines
      .slice(from, Math.min(same + maxLines, lines.length - Math.max(0, sameAtEnd - around)))
      .map((line, at) => short(line, others[from + at]))
      .join('\n')
  return {
    says: [`line ${same + 1}`, `- ${short(before[same], now[same])}`, `+ ${short(now[same], before[same])}`].join('\n'),
    actual: part(now, before),
    expected: part(before, now),
  }
}

/** Lines of context around a difference. */
const around = 3

/** Lines shown of all that differ. */
const maxLines = 20

/** A line as it may be printed, or of a long one what is around its first difference from another. */
function short(line?: string, other?: string): string {
  return printable(cut(line, other))
}

function cut(line = '(the end)', other = ''): string {
  if (line.length <= maxLineLength) return line
  let same = 0
  while (same < line.length && line[same] === other[same]) same++
  const start = same === line.length ? 0 : Math.max(0, Math.min(same - maxLineLength / 4, line.length - maxLineLength))
  const end = start + maxLineLength
  return `${start > 0 ? '…' : ''}${line.slice(start, end)}${end < line.length ? '…' : ''}`
}

/** Characters shown of a line. */
const maxLineLength = 160

function sizeOf({ width, height }: Picture): string {
  return `${width} × ${height} px`
}

/** A checkout on Windows may have changed the line endings. */
function oneLineEnd(text: string): string {
  return text.replaceAll('\r\n', '\n')
}

/** A path as messages have it: from the current folder, with `/`. */
export function displayPath(path: string): string {
  return printableLine(relative(process.cwd(), path).split(sep).join('/'))
}

/** The folder of goldens and the receipt's name. */
interface GoldenPlace {
  dir: string
  name: string
}

/** The path for the image of a difference. */
function failedPath({ dir, name }: GoldenPlace, file: string): string {
  return join(dir, '.failed', name, file)
}

/** Removes the image of an earlier difference, and folders that become empty. */
function clearFailed(place: GoldenPlace, file: string): void {
  const path = resolve(failedPath(place, file))
  if (!existsSync(place.dir) || writeInFolder(place.dir, relative(resolve(place.dir), path), null)) return
  for (let folder = dirname(path); folder !== resolve(place.dir); folder = dirname(folder)) {
    try {
      rmdirSync(folder)
    } catch {
      return
    }
  }
}

/** The difference between two images. */
interface PictureDifference {
  /** How many px differ; if the sizes differ, of the area that covers both. */
  differing: number
  /** How many may differ, because rasterizers round. */
  allowed: number
  /** Both images and the difference in red, side by side. */
  sideBySide: Picture
}

/** Compares two images as the eye does. Returns undefined if they look the same and have the same size. */
export async function comparePictures(one: Picture, other: Picture): Promise<PictureDifference | undefined> {
  const { default: pixelmatch } = await peer('pixelmatch', () => import('pixelmatch'))
  if (one.width === other.width && Buffer.compare(one.rgba, other.rgba) === 0) return undefined
  const [width, height] = [Math.max(one.width, other.width), Math.max(one.height, other.height)]
  const [left, right] = [extended(one, width, height), extended(other, width, height)]
  const difference = { width, height, rgba: new Uint8Array(width * height * 4) }
  const differing = pixelmatch(left.rgba, right.rgba, difference.rgba, width, height, { threshold: 0.1 })
  const allowed = Math.max(20, Math.floor((width * height) / 10_000))
  if (differing <= allowed && one.width === other.width && one.height === other.height) return undefined
  return { differing, allowed, sideBySide: beside([left, right, difference]) }
}
