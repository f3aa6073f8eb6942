import { cpSync, existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { readBrandFile } from '../../src/brand/template-folder.ts'
import { templateFolder } from '../../src/document/compiled-specs.ts'
import { readTemplateFiles } from '../../src/document/template-files.ts'
import { OptionError } from '../../src/errors.ts'
import { nearest } from '../../src/options/nearest.ts'
import { packageRoot } from '../../src/package-root.ts'
import { makeFolder, readArgs, UsageError, writeInto } from './files.ts'
import { print } from './terminal.ts'

/** The folder that `template new` copies. */
const starter = join(packageRoot, 'examples/my-brand')

/**
 * `counterfoil template new DIR`: creates a small template folder to start from.
 * `counterfoil template copy DIR FILE…`: copies files of the package into the folder.
 */
export function template(args: readonly string[]): number {
  const { positionals } = readArgs(args, {})
  const [action, folder, ...files] = positionals
  if (action === 'new' && folder && !files.length) return createFolder(folder)
  if (action === 'copy' && folder && files.length) return copyFiles(folder, files)
  throw new UsageError(
    'write counterfoil template new DIR, or counterfoil template copy DIR FILE…, such as sections/hero.html.hbs',
  )
}

function createFolder(folder: string): number {
  makeFolder(folder)
  if (readdirSync(folder).length)
    throw new OptionError(`${folder}: already exists and is not empty; nothing was written`)
  cpSync(starter, folder, { recursive: true })
  print(
    `${readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(entry => `${join(entry.parentPath, entry.name)}\n`)
      .sort()
      .join('')}\nNext: npx counterfoil studio ${folder}\n`,
  )
  return 0
}

function copyFiles(folder: string, paths: readonly string[]): number {
  if (existsSync(folder)) makeFolder(folder)
  else throw new OptionError(`${folder}: there is no such folder; create it with counterfoil template new ${folder}`)
  const { variant = 'modern' } = readBrandFile(folder)
  const shipped = readTemplateFiles(templateFolder, variant)
  for (const path of paths) {
    if (!shipped.has(path)) {
      const meant = nearest(path, shipped.keys())
      throw new OptionError(`there is no template ${path}${meant ? `; did you mean ${meant}?` : ''}`)
    }
    if (existsSync(join(folder, path)))
      throw new OptionError(`${join(folder, path)}: already exists; nothing was overwritten`)
  }
  for (const path of paths) {
    writeInto(folder, path, shipped.get(path) ?? '')
    print(`${join(folder, path)}\n`)
  }
  return 0
}
