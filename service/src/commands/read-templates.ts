import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { listFolder, readRegularFile } from 'counterfoil/internal'
import { reasonOf } from '../basics/errors/fault.ts'
import { maxUpload, type TemplatesInput } from '../merchants/templates/upload.ts'
import { CommandError } from './run-command.ts'

/** Reads templates that the operator names: a folder, through the engine's gate, or a zip file. @throws CommandError */
export function readTemplates(path: string): TemplatesInput {
  if (!isFolder(path)) return { zip: base64Of(readRegularFile(path, maxUpload.body), path) }
  const found = listFolder(path, () => true)
  if ('problem' in found) throw new CommandError(`${join(path, found.at)}: ${found.problem}.`)
  let left = maxUpload.bytes
  const files = found.files.map(file => {
    const bytes = readRegularFile(file, left, path)
    if (bytes instanceof Uint8Array) left -= bytes.length
    return { path: file, content: base64Of(bytes, join(path, file)) }
  })
  return { files }
}

function isFolder(path: string): boolean {
  try {
    return lstatSync(path).isDirectory()
  } catch (error) {
    throw new CommandError(`${path} can't be read (${reasonOf(error)}). Give the path of a folder or a zip file.`)
  }
}

function base64Of(read: ReturnType<typeof readRegularFile>, path: string): string {
  if (read instanceof Uint8Array) return Buffer.from(read).toString('base64')
  throw new CommandError(`${path} ${read.problem}.`)
}
