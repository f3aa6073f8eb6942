import { readFileSync } from 'node:fs'

/** This service's version. */
export const serviceVersion = versionIn(new URL('../../package.json', import.meta.url))

const engine = new URL(import.meta.resolve('counterfoil/package.json'))

/** A file or folder of the engine's package. @param path such as `fixtures/` */
export const inEngine = (path: string): URL => new URL(path, engine)

/**
 * The engine in this process: its version and, as build metadata of it, the hash of all that draws. Equal ones draw the same, but for
 * the browser; versions before 0.2.0 had no hash, so they equal none.
 */
export const engineVersion = `${versionIn(engine)}+${readFileSync(inEngine('dist/drawing-hash'), 'utf8')}`

function versionIn(manifest: URL): string {
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version
}
