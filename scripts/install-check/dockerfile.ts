import { readdirSync, readFileSync } from 'node:fs'
import { join, matchesGlob } from 'node:path'

/** One line of a Dockerfile: `COPY`, and what follows. */
export interface Instruction {
  name: string
  rest: string
}

/** The stages of a Dockerfile, in order, each with its instructions; comments are gone, broken lines joined. */
export function readDockerfile(folder: string): Instruction[][] {
  const text = readFileSync(join(folder, 'Dockerfile'), 'utf8')
  const lines = text.replace(/^#.*\n/gm, '').replace(/\\\n\s*/g, '')
  const stages: Instruction[][] = []
  for (const line of lines.split('\n').filter(Boolean)) {
    const [, name = '', rest = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? []
    if (name === 'FROM') stages.push([])
    stages.at(-1)?.push({ name, rest })
  }
  return stages
}

/** The names and values of all `ENV` lines of a stage. */
export function environmentOf(stage: readonly Instruction[]): Record<string, string> {
  const pairs = stage.filter(({ name }) => name === 'ENV').flatMap(({ rest }) => rest.split(/\s+/))
  return Object.fromEntries(pairs.map(pair => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]))
}

/** The files that Docker would get from a folder, by its `.dockerignore`: the last pattern that matches decides. */
export function contextOf(folder: string): string[] {
  const patterns = readFileSync(join(folder, '.dockerignore'), 'utf8').split('\n').filter(Boolean)
  const isIgnored = (file: string) => {
    const last = patterns.findLast(pattern => covers(pattern.replace(/^!/, ''), file))
    return last !== undefined && !last.startsWith('!')
  }
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => !entry.isDirectory())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
    .filter(file => !isIgnored(file))
}

/** A pattern matches a file or any of its folders. */
function covers(pattern: string, file: string): boolean {
  const parts = file.split('/')
  return parts.some((_, at) => matchesGlob(parts.slice(0, at + 1).join('/'), pattern))
}
