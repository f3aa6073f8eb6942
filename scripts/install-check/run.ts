import { spawnSync } from 'node:child_process'
import { lstatSync, readdirSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'

/** The environment of a new machine with this Node: nothing that npm or this project set. */
export const plainEnvironment = {
  PATH: [dirname(process.execPath), ...(process.env.PATH ?? '').split(delimiter)]
    .filter(folder => !folder.includes('node_modules/.bin'))
    .join(delimiter),
  HOME: process.env.HOME,
}

/** Runs a shell command and returns what it printed. @throws with its output if it fails */
export function run(command: string, cwd: string): string {
  const { status, stdout, stderr } = spawnSync(command, {
    cwd,
    shell: true,
    env: plainEnvironment,
    encoding: 'utf8',
    maxBuffer: 1e8,
  })
  if (status !== 0) throw new Error(`${command}\n${stdout}\n${stderr}`)
  return stdout
}

/** A folder's size on disk, `226 MB`; each file counts once, however many links it has. */
export function sizeOf(folder: string): string {
  const seen = new Set<number>()
  let bytes = 0
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const { ino, blocks } = lstatSync(join(folder, name))
    if (!seen.has(ino)) bytes += blocks * 512
    seen.add(ino)
  }
  return `${Math.round(bytes / 1e6)} MB`
}
