import { resolve } from 'node:path'
import { createAuditTrail } from '../administration/audit.ts'
import { backUp, putBack } from '../database/backup.ts'
import { noDatabase, openDatabase } from '../database/database.ts'
import { mayBeThere, nameOf, placeOf } from '../database/place.ts'
import { StartError } from '../errors/start-error.ts'
import { createPauses } from '../outbox/pauses.ts'
import { readConfig } from '../settings/config.ts'
import { UsageError } from './arguments.ts'
import type { CommandOutput } from './run-command.ts'

/**
 * The `backup` command: copies the embedded database, also while the service runs. Returns the exit code.
 *
 * @throws StartError if there is nothing to copy, or nowhere to put it
 */
export async function backupCommand(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  { stdout }: CommandOutput,
): Promise<number> {
  const { file, folder } = read('backup', args, environment)
  if (!mayBeThere({ folder })) throw noDatabase({ folder })
  await backUp(folder, file)
  stdout.write(`${file}\n`)
  return 0
}

/**
 * The `restore` command: puts a backup in the place of the embedded database, and pauses all mails, because those sent since the
 * backup would be sent again. Returns the exit code.
 *
 * @throws StartError if there is a database already, or the backup is damaged
 */
export async function restoreCommand(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  { stdout, stderr }: CommandOutput,
): Promise<number> {
  const { file, folder } = read('restore', args, environment)
  let pauseId = ''
  await putBack(folder, file, async copy => {
    pauseId = await pauseAll(copy)
  })
  stdout.write(`${nameOf({ folder })}\n`)
  stderr.write(
    'Mails are paused: those sent since the backup are still queued in it. Give them up ("deliveries cancel --since <time>") ' +
      `or let them be sent again, with the same Message-ID ("deliveries resume ${pauseId}").\n`,
  )
  return 0
}

/** Pauses all mails of the database in a folder; returns the pause's id. */
async function pauseAll(folder: string): Promise<string> {
  const { db, close } = await openDatabase({ folder })
  try {
    const actor = 'command:restore'
    const reason = 'Restored from a backup: mails sent since it was made would be sent again'
    const pause = await createPauses(db, Date.now).add({ all: true }, { actor, reason })
    await createAuditTrail(db, Date.now).record({ actor, action: 'restore', target: pause.id })
    return pause.id
  } finally {
    await close()
  }
}

function read(name: string, args: readonly string[], environment: NodeJS.ProcessEnv): { file: string; folder: string } {
  const [file, ...others] = args
  if (!file || file.startsWith('-') || others.length > 0)
    throw new UsageError(`"${name}" is written counterfoil-service ${name} <file>`)
  const place = placeOf(readConfig(environment, 'command'))
  if ('url' in place)
    throw new StartError(
      `"${name}" is for the embedded database. On PostgreSQL use pg_dump and pg_restore; see the README.`,
    )
  return { file: resolve(file), folder: place.folder }
}
