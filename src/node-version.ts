/** Imported first by everything a program may import: an old Node is named as such before anything fails for want of it. */
import { CounterfoilError } from './errors.ts'

/** The oldest Node this package runs on; `engines` of package.json says the same. */
const oldest = [22, 12] as const

/** What is wrong with a version of Node, `20.20.2`, in one sentence; nothing when it will do. */
export function nodeProblem(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > oldest[0] || (major === oldest[0] && minor >= oldest[1])) return undefined
  return `Counterfoil needs Node.js ${oldest.join('.')} or newer, and this is ${version}.`
}

const problem = nodeProblem(process.versions.node)
if (problem !== undefined) throw new CounterfoilError('node', problem)
