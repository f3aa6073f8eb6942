import { readFileSync } from 'node:fs'

/** This service's version. */
export const serviceVersion = versionIn(new URL('../../package.json', import.meta.url))

const engine = new URL(import.meta.resolve('counterfoil/package.json'))

/**
 * The engine in this process: its version and, as build metadata of it, the hash of all that draws. Equal ones draw the same, but for
 * the browser; versions before 0.2.0 had no hash, so they equal none.
 */
export const engineVersion = `${versionIn(engine)}+${readFileSync(new URL('dist/drawing-hash', engine), 'utf8')}`

function versionIn(manifest: URL): string {
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version
}
