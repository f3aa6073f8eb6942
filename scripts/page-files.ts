import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** The page that shows receipts, with what its hosts share. */
export const pageFolder = resolve(import.meta.dirname, '../tools/page')

/** The stylesheet of a host. @param own its files, in the order in which their rules win */
export function stylesOf(host: string, own: readonly string[] = [`${host}.css`]): string {
  const files = ['tokens.css', 'base.css', ...own.map(name => join(host, name))]
  return files.map(name => readFileSync(join(pageFolder, name), 'utf8')).join('\n')
}

/** Writes a host's page and its stylesheet into a folder. */
export function writeHost(host: string, folder: string, styles?: readonly string[]): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${host}.css`), stylesOf(host, styles))
  copyFileSync(join(pageFolder, host, 'index.html'), join(folder, 'index.html'))
}
