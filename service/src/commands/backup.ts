import { resolve } from 'node:path'
import { StartError } from '../basics/errors/errors.ts'
import { backUp, putBack } from '../database/backup.ts'
import { type Database, noDatabase, openDatabase } from '../database/database.ts'
import { type DatabaseLocation, mayBeThere, nameOf, placeOf } from '../database/location.ts'
import { addPause, holdPaused } from '../delivery/outbox/pauses.ts'
import { turnOffEndpoints } from '../delivery/webhooks/endpoints.ts'
import { listKeys, revokeKey, works } from '../merchants/api-keys.ts'
import { listMerchants } from '../merchants/merchants.ts'
import { listAdminTokens, revokeAdminToken } from '../people/admin-tokens.ts'
import { recordAct } from '../people/audit.ts'
import { listPeople } from '../people/people.ts'
import { closeAllSessions } from '../people/sessions.ts'
import { forgetDevices } from '../people/sign-in.ts'
import { readConfig } from '../settings/config.ts'
import { turnOffSchedules } from '../worker/reports/schedules.ts'
import type { CommandOutput } from './run-command.ts'
import { UsageError } from './run-command.ts'

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
 * The `restore` command: puts a backup in the place of the embedded database and makes it safe to start with: pauses all mails, ends
 * all sessions, and says what must be revoked again. Without a file it only does the latter, as after `pg_restore`. Returns the exit code.
 *
 * @throws StartError if there is a database already, or the backup is damaged
 */
export async function restoreCommand(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  { stdout, stderr }: CommandOutput,
): Promise<number> {
  const revokeKeys = args.includes(revokeOption)
  const rest = args.filter(arg => arg !== revokeOption)
  const config = readConfig(environment, 'command')
  const place = placeOf(config)
  // After pg_restore, or once more.
  if (rest.length === 0 && ('url' in place || revokeKeys)) {
    const restored = await prepare(place, revokeKeys)
    stdout.write(`${nameOf(place)}\n`)
    stderr.write(wordsOf(restored, revokeKeys))
    return 0
  }
  const { file, folder } = read('restore', rest, environment)
  let words = ''
  await putBack(folder, file, async copy => {
    words = wordsOf(await prepare({ folder: copy }, revokeKeys), revokeKeys)
  })
  stdout.write(`${nameOf({ folder })}\n`)
  stderr.write(words)
  return 0
}

const revokeOption = '--revoke-keys'

async function prepare(place: DatabaseLocation, revokeKeys: boolean): Promise<Restored> {
  const { db, close } = await openDatabase(place, { allowRunning: true, mustExist: true })
  try {
    return await afterRestore(db, revokeKeys)
  } finally {
    await close()
  }
}

/** What an operator has to know and do. What was done since the backup isn't in it, so all that works is listed. */
function wordsOf(
  { pauseId, held, webhooks, reports, sessions, keys, tokens, people }: Restored,
  revokeKeys: boolean,
): string {
  const list = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : [title, ...lines.map(line => `  ${line}`)]
  const state = revokeKeys ? 'is revoked now; issue new ones' : 'works again, also if it was revoked since'
  return [
    `Mails are paused, and held back now: ${held}. Those sent since the backup are among them. Give them up ("deliveries cancel --since <time>") ` +
      `or let them be sent again, with the same Message-ID ("deliveries resume ${pauseId}").`,
    `Webhooks are off, because they would be told again what happened before: ${webhooks}. Turn them on ("webhook change <merchant> <webhookId> --on").`,
    ...(reports === 0
      ? []
      : [`Reports that come by themselves are off, too: ${reports} ("report change <merchant> <reportId> --on").`]),
    `Sessions of the console are ended: ${sessions}.`,
    'Keys, tokens and people added since the backup are gone. What was revoked or removed since is not:',
    ...list(
      `Each key ${state}${revokeKeys ? '' : ' ("merchant revoke <id> <keyId>")'}:`,
      keys.map(({ merchantId, id, label }) => [merchantId, id, label].filter(Boolean).join(' ')),
    ),
    ...list(
      `Each token for /admin ${state}${revokeKeys ? '' : ' ("admin revoke <tokenId>")'}:`,
      tokens.map(({ id, name }) => `${id} ${name}`),
    ),
    ...list(
      'Each person may sign in, with the password of then ("merchant remove-user <id> <name>"):',
      people.map(({ merchantId, name }) => `${merchantId} ${name}`),
    ),
    ...(revokeKeys || keys.length + tokens.length === 0
      ? []
      : [`"restore ${revokeOption}" revokes all keys and tokens.`]),
    '',
  ].join('\n')
}

function read(name: string, args: readonly string[], environment: NodeJS.ProcessEnv): { file: string; folder: string } {
  const [file, ...others] = args
  if (!file || file.startsWith('-') || others.length > 0)
    throw new UsageError(
      `"${name}" is written counterfoil-service ${name} <file>${name === 'restore' ? ` [${revokeOption}]` : ''}`,
    )
  const place = placeOf(readConfig(environment, 'command'))
  if ('url' in place)
    throw new StartError(
      `"${name} <file>" is for the embedded database. On PostgreSQL use pg_dump and pg_restore, and "restore" after it; see the README.`,
    )
  return { file: resolve(file), folder: place.folder }
}

/** What a restored database lets in, and what was done about it. */
type Restored = Awaited<ReturnType<typeof afterRestore>>

/**
 * Makes a restored database safe to start with. All mails are paused, because those sent since the backup would be sent again, and
 * all sessions ended, because they may have been since. Returns what works and may have been revoked or removed since the backup.
 *
 * @param revokeKeys whether to revoke all keys of tills and tokens of administrators
 */
async function afterRestore(db: Database, revokeKeys: boolean) {
  const now = Date.now()
  const actor = 'command:restore'
  const reason = 'Restored from a backup: mails sent since it was made would be sent again'
  const pause = await addPause(db, { all: true }, { actor, reason, pausedAt: now })
  // Whatever attempt is open in the backup is a dead process's.
  const held = await holdPaused(db, Number.MAX_SAFE_INTEGER)
  const webhooks = await turnOffEndpoints(db, now)
  const reports = await turnOffSchedules(db, now)
  const sessions = await closeAllSessions(db)
  await forgetDevices(db)

  const merchants = await listMerchants(db)
  const ofAll = async <Item>(list: (db: Database, merchantId: string) => Promise<Item[]>) =>
    (await Promise.all(merchants.map(({ id }) => list(db, id)))).flat()
  const found = {
    keys: (await ofAll(listKeys)).filter(key => works(key, now)),
    tokens: (await listAdminTokens(db)).filter(({ revokedAt }) => revokedAt === null),
    people: await ofAll(listPeople),
  }
  if (revokeKeys) {
    for (const { merchantId, id } of found.keys) await revokeKey(db, merchantId, id, now)
    for (const { id } of found.tokens) await revokeAdminToken(db, id, now)
  }
  const detail = {
    held,
    webhooks,
    reports,
    sessions,
    ...(revokeKeys && { keys: found.keys.length, tokens: found.tokens.length }),
  }
  await recordAct({ db, now: Date.now }, { actor, action: 'restore', target: pause.id, detail })
  return { pauseId: pause.id, held, webhooks, reports, sessions, ...found }
}
