import { examine } from '../doctor/examine.ts'
import type { Finding } from '../doctor/finding.ts'
import { UsageError } from './arguments.ts'
import type { CommandOutput } from './run-command.ts'

/**
 * The `doctor` command: prints a line for each check, or all as JSON. Returns the exit code, 1 if a check failed.
 *
 * @throws UsageError if the command is typed wrong
 */
export async function doctorCommand(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  { stdout }: CommandOutput,
): Promise<number> {
  const wrong = args.find(word => word !== '--json')
  if (wrong !== undefined) throw new UsageError(`"${wrong}": the doctor takes only --json.`)
  const findings = await examine(environment)
  const isWell = findings.every(({ state }) => state !== 'fail')
  const text =
    args.length > 0 ? JSON.stringify({ ok: isWell, checks: findings }, null, 2) : findings.map(lineOf).join('\n')
  stdout.write(`${text}\n`)
  return isWell ? 0 : 1
}

function lineOf({ check, state, says, mend }: Finding): string {
  return `${state.padEnd(5)} ${check.padEnd(12)} ${[says, mend].filter(Boolean).join(' ')}`
}
