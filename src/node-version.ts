/** Imported first by every entry point, so that an old Node or a bundle gets a clear error before anything else fails. */
import { BundleError, CounterfoilError } from './errors.ts'

/** The oldest supported Node, as in `engines` of package.json. */
const oldest = [22, 12] as const

/** What is wrong with a version of Node, such as `20.20.2`; undefined if it is supported. */
export function nodeProblem(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > oldest[0] || (major === oldest[0] && minor >= oldest[1])) return undefined
  return `Counterfoil needs Node.js ${oldest.join('.')} or newer, and this is ${version}.`
}

const problem = nodeProblem(process.versions.node)
if (problem !== undefined) throw new CounterfoilError('node', problem)

// Bundlers leave nothing of it where they write CommonJS.
if (import.meta.dirname === undefined) throw new BundleError()
