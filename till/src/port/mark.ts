import { createHash } from 'node:crypto'
import { open, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { codeOf } from '../basics/errors.ts'

/** Printers with a job that hasn't come to its end, for a system that takes no marks. */
const begun = new Set<string>()

/**
 * Marks that a printer gets a job, for the case that this process doesn't see its end. Without a sync: a machine that loses power
 * takes most printers with it.
 *
 * @param printer its address
 * @returns whether the last job, of whatever process of this user, had no end
 */
export async function beginJob(printer: string): Promise<boolean> {
  const wasBegun = begun.has(printer)
  begun.add(printer)
  try {
    // Not what another user has put there for it to lead to.
    await (await open(markOf(printer), 'wx', 0o600)).close()
    return wasBegun
  } catch (error) {
    return wasBegun || codeOf(error) === 'EEXIST'
  }
}

/** Takes the mark away: the printer has the job, or nothing of it. */
export async function endJob(printer: string): Promise<void> {
  begun.delete(printer)
  await unlink(markOf(printer)).catch(() => {})
}

/** The file that marks a printer; in the system's temporary folder, since printing needs no spool. */
export function markOf(printer: string): string {
  const hash = createHash('sha256').update(printer).digest('hex').slice(0, 16)
  return join(tmpdir(), `counterfoil-till-${process.geteuid?.() ?? 0}-${hash}.printing`)
}
