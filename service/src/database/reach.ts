import { type Kysely, sql } from 'kysely'
import { codeOf, reasonOf } from '../fault.ts'
import { StartError } from '../start-error.ts'

export interface ReachOptions {
  /** Milliseconds to go on trying. */
  patience: number
  /** Told once, when the database is not there at the first try. */
  onWait: (error: unknown) => void
}

/** Milliseconds between two tries. */
const pause = 1000

/**
 * Waits until the database answers: machines that start together do not start in order.
 *
 * @throws StartError when it does not in time, or says something that waiting will not change
 */
export async function reach<Tables>(db: Kysely<Tables>, { patience, onWait }: ReachOptions): Promise<void> {
  const end = Date.now() + patience
  for (let turn = 0; ; turn++) {
    try {
      await sql`select 1`.execute(db)
      return
    } catch (error) {
      const fault = databaseFault(error)
      if (fault) throw fault
      if (Date.now() + pause > end) throw unreachable(error)
      if (turn === 0) onWait(error)
      await new Promise(resolve => setTimeout(resolve, pause))
    }
  }
}

/** What waiting does not mend, as a sentence with what to do; undefined for everything else. */
export function databaseFault(error: unknown): StartError | undefined {
  const code = codeOf(error)
  const say = mends[code] ?? (/^(?:SELF_SIGNED|DEPTH_ZERO|UNABLE_TO|CERT_|ERR_TLS)/.test(code) ? untrusted : undefined)
  return say === undefined ? undefined : new StartError(`DATABASE_URL: ${say} (${code})`, { cause: error })
}

const untrusted = 'the TLS certificate of the database is not trusted. Name its authority by `sslrootcert`.'

const mends: Readonly<Record<string, string>> = {
  '28P01': 'the database refuses the password. Correct user and password.',
  '28000': 'the database does not let this user in. Correct the user, or what pg_hba.conf allows it.',
  '3D000': 'the server has no database of that name. Correct the name, or make it with `create database`.',
  '42501':
    'its user lacks a right. Grant it `create` on the database and on its schema public, or make it the database’s owner.',
}

function unreachable(cause: unknown): StartError {
  return new StartError(
    `DATABASE_URL: the database does not answer (${reasonOf(cause)}). Start it, or correct host and port.`,
    { cause },
  )
}
