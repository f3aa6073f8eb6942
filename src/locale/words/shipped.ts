import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { BundleError } from '../../errors.ts'
import { packageRoot } from '../../package-root.ts'
import { tagOfFile } from './message-files.ts'
import { readMessageFolder } from './message-folder.ts'

/** The package's message files by tag, as text: as built or, when running from source, from their folder. @throws BundleError if there are none */
export function shippedTexts(): ReadonlyMap<string, string> {
  const file = join(import.meta.dirname, builtMessages)
  if (!existsSync(file)) {
    if (!existsSync(shippedFolder)) throw new BundleError()
    return sourcesByTag()
  }
  const lines = readFileSync(file, 'utf8').split('\n')
  return new Map(lines.map(line => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)]))
}

/** The package's message files by tag, as text: what `npm run build` puts into one file. */
export function sourcesByTag(): Map<string, string> {
  const { path, files } = readMessageFolder(shippedFolder)
  return new Map([...files].map(([file, text]) => [tagOfFile(file, path), JSON.stringify(JSON.parse(text))]))
}

/** The folder of the package's messages. */
export const shippedFolder = join(packageRoot, 'locales')

/** Written by `npm run build` beside the built code: a line for each tag, with its message file. */
export const builtMessages = 'built-messages.txt'
