import type * as Source from '../src/index.ts'

/** The package as it is published: the built files, typed by their source. */
export const counterfoil = (await import(new URL('../dist/src/index.js', import.meta.url).href)) as typeof Source
