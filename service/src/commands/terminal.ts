import { printable } from 'counterfoil/internal'
import type { CommandOutput } from './run-command.ts'

/** A stream, and whether a terminal reads it. */
interface Stream {
  write(text: string): unknown
  isTTY?: boolean
}

/**
 * The one door of the commands to a terminal, which obeys control characters: names, answers of servers and files may be anybody's. What a command
 * writes as `data` stays as it is where a program or file takes it.
 */
export function forTerminal({ stdout, stderr }: { stdout: Stream; stderr: Stream }): CommandOutput {
  const safely = (stream: Stream) => ({ write: (text: string) => stream.write(printable(text)) })
  return { stdout: safely(stdout), stderr: safely(stderr), data: stdout.isTTY ? safely(stdout) : stdout }
}
