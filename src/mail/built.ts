import type { Compiled } from '../document/compiled.ts'
import { BundleError } from '../errors.ts'

/** The package's compiled templates. The build writes them into the bundle, in this file's place (`scripts/build-mail.ts`). */
export const built: Compiled = {
  specs: () => {
    throw new BundleError()
  },
  places: () => [],
}
