import type * as Source from '../src/index.ts'

/** The package as published: built files, typed by the source. */
export const counterfoil = (await import(new URL('../dist/index.js', import.meta.url).href)) as typeof Source
