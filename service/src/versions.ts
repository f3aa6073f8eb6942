import { readFileSync } from 'node:fs'

/** Version of this service. */
export const serviceVersion = versionIn(new URL('../package.json', import.meta.url))

/** Version of the engine in this process. Its templates and words are the package's, so they change with it only. */
export const engineVersion = versionIn(new URL(import.meta.resolve('counterfoil/package.json')))

function versionIn(manifest: URL): string {
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version
}
