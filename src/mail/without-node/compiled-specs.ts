import type { Compiled } from '../../document/compiled.ts'
import { BundleError } from '../../errors.ts'

/** Stands in for what compiles templates, which takes code made at run time: the bundle has its own. @throws BundleError always */
export function compiledSpecs(): Compiled {
  throw new BundleError()
}

/** The same. */
export const shippedSpecs: () => Compiled = compiledSpecs
