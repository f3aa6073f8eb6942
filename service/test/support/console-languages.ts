import { readdirSync } from 'node:fs'

const words = new URL('../../page/words/', import.meta.url)

/** The tags of the languages of the built page. */
export const consoleLanguages: readonly string[] = readdirSync(words)
  .filter(name => name.endsWith('.json'))
  .map(name => name.slice(0, -'.json'.length))
