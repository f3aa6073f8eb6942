import { nameOf, placeOf, strangeOwner, whyUnwritable } from '../database/location.ts'
import type { DatabaseLook } from '../database/look.ts'
import { StartError } from '../errors/errors.ts'
import type { Config } from '../settings/config.ts'
import { type Found, fail, ok, warn } from './finding.ts'

/** A process needs 15 connections and one that listens (README); this leaves room for two. */
const fewConnections = 32

/**
 * Whether the database can be used.
 *
 * @param look rejects with a StartError if it can't
 */
export async function checkDatabase(config: Config, look: Promise<DatabaseLook>): Promise<Found> {
  const place = nameOf(placeOf(config))
  try {
    const { tables, server, recounts } = await look
    const state = { none: 'no tables yet', older: 'tables of an earlier version', current: 'tables up to date' }[tables]
    const counts = (says: string) =>
      recounts === 0
        ? ok(says)
        : warn(
            `${says} Statistics of ${recounts} ${recounts === 1 ? 'merchant' : 'merchants'} are being counted anew after an upgrade.`,
            'Let a process with a worker run until its log says that it is done.',
          )
    if (!server)
      return judgeFiles(
        config.dataDir,
        tables === 'none' ? ok(`${place} will be created.`) : counts(`${place}: ${state}.`),
      )
    const { version, connections, isReadOnly, mayCreate, isEncrypted, isLocal } = server
    const says = `${place}: PostgreSQL ${version}, ${state}.`
    if (Number.parseInt(version, 10) < 15) return fail(says, 'Use PostgreSQL 15 or newer.')
    if (isReadOnly) return fail(`${says} It is a read-only standby.`, 'Set DATABASE_URL to the primary server.')
    if (!mayCreate)
      return fail(`${says} This user can't create tables.`, 'Grant it `create` on the database and its schema public.')
    if (!isEncrypted && !isLocal)
      return warn(`${says} The connection is not encrypted.`, 'Add `?sslmode=verify-full` to DATABASE_URL.')
    if (connections < fewConnections)
      return warn(`${says} It allows ${connections} connections.`, 'Each process takes 16: raise max_connections.')
    return counts(says)
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    // Such a message says what is wrong, and then what to do.
    const [, says = error.message, mend = ''] = /^(.*?[.)]) ([A-Z].*)$/s.exec(error.message) ?? []
    return fail(says, mend)
  }
}

/** Whether the embedded database could be written, by this user, and by the folder's owner, which the service usually is; else `otherwise`. */
function judgeFiles(folder: string, otherwise: Found): Found {
  const unwritable = whyUnwritable(folder)
  if (unwritable !== undefined)
    return fail(
      unwritable,
      'Ask the doctor as the user that the service runs as; if it is that one, give it the file (chown).',
    )
  const strange = strangeOwner(folder)
  if (strange !== undefined)
    return warn(`${otherwise.says} ${strange}`, 'Give all files in it to the user that the service runs as (chown).')
  return otherwise
}
