import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Look } from '../view/variant.ts'
import type { Compiled, TemplateSpecs } from './compiled.ts'
import { compiledSpecs } from './compiled-specs.ts'

/** The package's own templates: as built or, when running from source, compiled once for all engines. */
export function shippedSpecs(look: Look): Compiled | Promise<Compiled> {
  if (builtSpecs(look)) return built
  shipped ??= compiledSpecs(undefined, [])
  return shipped
}

let shipped: Promise<Compiled> | undefined

// biome-ignore lint/style/noNonNullAssertion: a build has every look
const built: Compiled = { specs: look => builtSpecs(look)!, places: () => [] }

/** Kept, because a newer version's files may replace them while this one runs. */
const builtLooks = new Map<Look, TemplateSpecs>()

/** Written next to this file by `npm run build`; absent when running from source. */
function builtSpecs(look: Look): TemplateSpecs | undefined {
  const known = builtLooks.get(look)
  const file = join(import.meta.dirname, `built-templates/${look}.cjs`)
  if (known || !existsSync(file)) return known
  const specs: TemplateSpecs = createRequire(import.meta.url)(file)
  builtLooks.set(look, specs)
  return specs
}
