import { readdirSync, readFileSync } from 'node:fs'

/** The processes below another, at any depth (Linux). */
export function descendantsOf(pid: number): number[] {
  const known = readdirSync('/proc').filter(name => /^\d+$/.test(name))
  const byParent = Map.groupBy(known.map(Number), parentOf)
  const below = (parent: number): number[] => (byParent.get(parent) ?? []).flatMap(child => [child, ...below(child)])
  return below(pid)
}

/** A process's command line, a NUL after each word; empty if it is gone. */
export function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1')
  } catch {
    return ''
  }
}

/** The fields of `/proc/<pid>/stat` behind the name, which may contain spaces; none if the process is gone. */
export function statOf(pid: number): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return []
  }
}

/** A process's parent; 0 if it is gone (Linux). */
export function parentOf(pid: number): number {
  return Number(statOf(pid)[1] ?? 0)
}
