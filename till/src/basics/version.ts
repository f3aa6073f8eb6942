import { readFileSync } from 'node:fs'

/** This package's version, in its sources as in what is built of them; empty in a bundle without its manifest. */
export function tillVersion(): string {
  try {
    const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
    return String((JSON.parse(manifest) as { version: unknown }).version)
  } catch {
    return ''
  }
}
