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

  function filesIn(path: string, isIgnored: boolean): string[] {
    return readdirSync(join(folder, path), { withFileTypes: true }).flatMap(entry => {
      const name = join(path, entry.name)
      const last = patterns.findLast(pattern => matches(name, pattern.replace('!', '')))
      const isOut = last === undefined ? isIgnored : !last.startsWith('!')
      if (!entry.isDirectory()) return isOut ? [] : [name]
      return isOut && !holdsExceptions(name) ? [] : filesIn(name, isOut)
    })
  }

  /** Whether a pattern brings back something below an ignored folder. */
  function holdsExceptions(name: string): boolean {
    const depth = name.split('/').length
    return patterns.some(pattern => {
      const parts = pattern.replace('!', '').split('/')
      return pattern.startsWith('!') && parts.length > depth && matches(name, parts.slice(0, depth).join('/'))
    })
  }

  return filesIn('', false)
}

/** As Docker matches: unlike in Node, `*` also takes names that begin with a dot. */
function matches(name: string, pattern: string): boolean {
  const plain = (path: string) => path.replace(/(^|\/)\./g, '$1_')
  return matchesGlob(plain(name), plain(pattern))
}
