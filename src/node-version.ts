/** Imported first by every entry point, so that an old Node is reported before something fails because of it. */
import { CounterfoilError } from './errors.ts'

/** The oldest supported Node; same as `engines` in package.json. */
const oldest = [22, 12] as const

/** Why a Node version such as `20.20.2` isn't supported, in one sentence; undefined if it is. */
export function nodeProblem(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > oldest[0] || (major === oldest[0] && minor >= oldest[1])) return undefined
  return `Counterfoil needs Node.js ${oldest.join('.')} or newer, and this is ${version}.`
}

const problem = nodeProblem(process.versions.node)
if (problem !== undefined) throw new CounterfoilError('node', problem)
