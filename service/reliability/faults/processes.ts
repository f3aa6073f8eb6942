import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { commandOf, descendantsOf } from '../../../test/support/processes.ts'

/** Sets a limit of a running process, or gives it back: `prlimit` of util-linux, which needs no root. */
export function limit(pid: number, resource: 'fsize' | 'nofile' | 'as', soft: number | undefined): void {
  const hard = limitsOf(pid)[resource]
  execFileSync('prlimit', [`--pid=${pid}`, `--${resource}=${soft ?? hard}:${hard}`])
}

function limitsOf(pid: number): Record<'fsize' | 'nofile' | 'as', string> {
  const text = readFileSync(`/proc/${pid}/limits`, 'utf8')
  const hardOf = (name: string) => new RegExp(`^${name}\\s+\\S+\\s+(\\S+)`, 'm').exec(text)?.[1] ?? 'unlimited'
  return { fsize: hardOf('Max file size'), nofile: hardOf('Max open files'), as: hardOf('Max address space') }
}

/** How many files and connections a process has open. */
export function openFiles(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length
}

/** The browser's processes below a process: all, or those of a type such as `renderer`. */
export function browsersOf(pid: number, type?: string): number[] {
  return descendantsOf(pid).filter(each => {
    const command = commandOf(each)
    return /chrom/i.test(command) && (type === undefined || command.includes(`--type=${type}`))
  })
}
