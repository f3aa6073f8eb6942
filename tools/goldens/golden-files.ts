import { AssertionError } from 'node:assert'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import type { Accepted } from './accept.ts'
import { comparePictures } from './compare-pictures.ts'
import { clearFailed, failedPath, type GoldenPlace } from './failed.ts'
import type { MadeFile } from './made.ts'
import { type Picture, writePng } from './picture.ts'
import { readPng } from './png.ts'

/**
 * Holds files that a receipt made against its goldens, and writes those that are accepted.
 *
 * @throws AssertionError that tells of every file that differs, with what the first one said and says
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
  const path = join(place.dir, place.name, made.file)
  const actual = oneLineEnd(made.text)
  if (!existsSync(path)) return missing(place, made.file, path, made.text, accepted)
  const expected = oneLineEnd(readFileSync(path, 'utf8'))
  if (actual === expected) return undefined
  if (accepted === 'all') return write(path, made.text)
  return { file: made.file, ...differenceOf(actual.split('\n'), expected.split('\n')) }
}

async function comparePage(place: GoldenPlace, made: { file: string; picture: Picture }, accepted: Accepted) {
  const path = join(place.dir, place.name, made.file)
  if (!existsSync(path)) return missing(place, made.file, path, writePng(made.picture), accepted)
  const golden = await readPng(readFileSync(path))
  const difference = await comparePictures(golden, made.picture)
  clearFailed(place, made.file)
  if (!difference) return undefined
  if (accepted === 'all') return write(path, writePng(made.picture))
  const failed = failedPath(place, made.file)
  write(failed, writePng(difference.shown))
  return {
    file: made.file,
    says: `${difference.differing} px differ, ${difference.allowed} may. See ${shown(failed)}: golden | now | difference`,
    actual: `${sizeOf(made.picture)}, ${difference.differing} of them differ`,
    expected: `${sizeOf(golden)}, at most ${difference.allowed} of them differ`,
  }
}

function missing(place: GoldenPlace, file: string, path: string, content: string | Uint8Array, accepted: Accepted) {
  if (accepted !== 'none') return write(path, content)
  const says =
    'It is missing, and where CI is set none is written. Run the tests without CI, read what they write, commit it.'
  return { file, says, actual: `${shown(join(place.dir, place.name))} without ${file}`, expected: file }
}

function write(path: string, content: string | Uint8Array): undefined {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
}

function failure({ dir, name }: GoldenPlace, differences: readonly Difference[]): AssertionError {
  const [{ actual, expected }] = differences as [Difference]
  const all = differences.map(({ file, says }) => `${shown(join(dir, name, file))}\n${says.replace(/^/gm, '  ')}`)
  const message = `${name} is not as its golden:\n\n${all.join('\n')}\n\n${howToAccept}\n`
  return new AssertionError({ message, actual, expected, operator: 'strictEqual', stackStartFn: compareGoldens })
}

const howToAccept = 'If that is as it should be, accept it: run the tests with -u or with UPDATE_GOLDENS=1.'

/** From the first line that differs to the last, with a few around them: runners show all they are given. */
function differenceOf(now: readonly string[], before: readonly string[]) {
  const most = Math.min(now.length, before.length)
  let same = 0
  while (same < most && now[same] === before[same]) same++
  let sameAtEnd = 0
  while (sameAtEnd < most - same && now.at(-1 - sameAtEnd) === before.at(-1 - sameAtEnd)) sameAtEnd++
  const part = (lines: readonly string[]) =>
    lines.slice(Math.max(0, same - around), lines.length - Math.max(0, sameAtEnd - around)).join('\n')
  return {
    says: [`line ${same + 1}`, `- ${short(before[same])}`, `+ ${short(now[same])}`].join('\n'),
    actual: part(now),
    expected: part(before),
  }
}

/** Lines that are shown on either side of a difference. */
const around = 3

function short(line = '(the end)'): string {
  return line.length > 160 ? `${line.slice(0, 160)}…` : line
}

function sizeOf({ width, height }: Picture): string {
  return `${width} × ${height} px`
}

/** A checkout on Windows may have changed the ends of lines. */
function oneLineEnd(text: string): string {
  return text.replaceAll('\r\n', '\n')
}

function shown(path: string): string {
  return relative(process.cwd(), path).split(sep).join('/')
}
