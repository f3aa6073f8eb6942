import { readFileSync } from 'node:fs'

/** This service's version. */
export const serviceVersion = versionIn(new URL('../../package.json', import.meta.url))

/** The engine's version in this process. Built-in templates and wording change only with it. */
export const engineVersion = versionIn(new URL(import.meta.resolve('counterfoil/package.json')))

function versionIn(manifest: URL): string {
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version
}
