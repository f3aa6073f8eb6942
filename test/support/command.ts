import { vi } from 'vitest'
import { main } from '../../tools/cli/cli.ts'

/** What a command said, and how it ended. */
export interface CommandRun {
  code: number
  out: string
  err: string
}

/** Runs the command `counterfoil` in this process. */
export async function runCommand(...args: readonly string[]): Promise<CommandRun> {
  const run: CommandRun = { code: -1, out: '', err: '' }
  const out = vi.spyOn(process.stdout, 'write').mockImplementation(text => {
    run.out += text
    return true
  })
  const err = vi.spyOn(process.stderr, 'write').mockImplementation(text => {
    run.err += text
    return true
  })
  try {
    run.code = await main(args)
  } finally {
    out.mockRestore()
    err.mockRestore()
  }
  return run
}
