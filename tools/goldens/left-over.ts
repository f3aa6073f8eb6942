import { AssertionError } from 'node:assert'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { papers } from '../../src/pdf/paper.ts'
import type { Accepted } from './accept.ts'
import type { GoldenCase } from './cases.ts'

/** Goldens that no receipt produces any longer: of a deleted receipt or a page no longer needed. */
export class LeftOver {
  readonly #dir: string
  readonly #cases: readonly GoldenCase[]
  /** The files made in this run, by receipt. */
  readonly #made = new Map<string, Set<string>>()

  constructor(dir: string, cases: readonly GoldenCase[]) {
    this.#dir = dir
    this.#cases = cases
  }

  /** Records a receipt's files. */
  made(name: string, files: readonly string[]): void {
    this.#made.set(name, new Set([...(this.#made.get(name) ?? []), ...files]))
  }

  /**
   * Removes leftovers if everything is accepted.
   *
   * @throws AssertionError that lists the leftovers otherwise
   */
  check(accepted: Accepted): void {
    const found = [...this.#ofReceipts(), ...this.#besideReceipts()]
    if (accepted === 'all') for (const path of found) rmSync(path)
    else if (found.length > 0) throw failure(found)
  }

  /** Pages are only known if the receipt was printed in this run. */
  #ofReceipts(): string[] {
    return this.#cases.flatMap(({ name, pictures }) => {
      const folder = join(this.#dir, name)
      const made = this.#made.get(name) ?? new Set()
      const printed = made.has('pages.txt')
      const isLeft = (file: string) =>
        isPicture(file) ? printed && !made.has(file) : file === 'barcodes.json' && pictures === false
      return goldensIn(folder)
        .filter(isLeft)
        .map(file => join(folder, file))
    })
  }

  /** In folders that belong to no receipt. */
  #besideReceipts(): string[] {
    const folders = new Set(this.#cases.map(({ name }) => join(this.#dir, name)))
    const parents = new Set([...folders].map(folder => dirname(folder)))
    return [...parents]
      .flatMap(parent => foldersIn(parent))
      .filter(folder => !folders.has(folder))
      .flatMap(folder => goldensIn(folder).map(file => join(folder, file)))
  }
}

const texts = ['view.json', 'email.html', 'receipt.txt', 'mail.json', 'pages.txt', 'barcodes.json']

const pictureName = new RegExp(`^(${papers.join('|')})-[0-9]+\\.png$`)

function isPicture(file: string): boolean {
  return pictureName.test(file)
}

function goldensIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder).filter(file => texts.includes(file) || isPicture(file)) : []
}

function foldersIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  const entries = readdirSync(folder, { withFileTypes: true })
  return entries
    .filter(entry => entry.isDirectory() && !entry.name.startsWith('.'))
    .map(entry => join(folder, entry.name))
}

function failure(found: readonly string[]): AssertionError {
  const files = found.map(path => relative(process.cwd(), path).split(sep).join('/')).sort()
  const message = [
    'No receipt produces these goldens any longer:',
    ...files.map(file => `  ${file}`),
    'Delete them, or run the tests with -u or UPDATE_GOLDENS=1.',
  ]
  return new AssertionError({
    message: message.join('\n'),
    actual: files.join('\n'),
    expected: '',
    operator: 'strictEqual',
  })
}
