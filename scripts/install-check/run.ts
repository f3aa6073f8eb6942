import { type ChildProcessWithoutNullStreams, spawnSync } from 'node:child_process'
import { lstatSync, readdirSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'

/** What a network may need to reach the registry. */
const network = Object.entries(process.env).filter(([name]) =>
  /^(?:https?_proxy|no_proxy|node_extra_ca_certs)$/i.test(name),
)

/** The environment of a new machine with this Node: nothing that npm or this project set. */
export const plainEnvironment: Readonly<Record<string, string | undefined>> = {
  ...Object.fromEntries(network),
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

/** Keeps what a process prints, for the function it returns to tell. */
export function outputOf({ stdout, stderr }: ChildProcessWithoutNullStreams): () => string {
  let output = ''
  for (const stream of [stdout, stderr])
    stream.on('data', chunk => {
      output += chunk
    })
  return () => output
}

/** A folder's size on disk, `226 MB`. */
export function sizeOf(folder: string): string {
  return `${Math.round(bytesOf(folder) / 1e6)} MB`
}

/** The bytes a folder takes on disk; a file with several links counts once, and what a symbolic link leads to doesn't. */
export function bytesOf(folder: string): number {
  const seen = new Set<number>()
  const bytesIn = (path: string): number => {
    const { ino, blocks } = lstatSync(path)
    if (seen.has(ino)) return 0
    seen.add(ino)
    return blocks * 512
  }
  const walk = (path: string): number =>
    readdirSync(path, { withFileTypes: true }).reduce((sum, entry) => {
      const inside = join(path, entry.name)
      return sum + (entry.isDirectory() ? walk(inside) : bytesIn(inside))
    }, 0)
  return walk(folder)
}
