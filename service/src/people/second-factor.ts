import { randomInt } from 'node:crypto'
import { sha256 } from '../basics/ids.ts'
import type { Database, Transaction } from '../database/database.ts'
import type { Person } from './people.ts'
import { newTotpSecret, stepOfCode } from './totp.ts'

/** How the secrets of second factors rest in the database: the seal of webhooks' secrets. */
export interface Seal {
  close(secret: string, personId: string): string
  open(stored: string, personId: string): string | undefined
}

/** Recovery codes that somebody has at first. */
const recoveryCodes = 10

/** Gives a person a secret for an app, which isn't asked for until a code proves that they have it. Undefined if they have one already. */
export async function beginSecondFactor(db: Database, seal: Seal, personId: string): Promise<string | undefined> {
  const secret = newTotpSecret()
  const { numUpdatedRows } = await db
    .updateTable('people')
    .set({ totp_secret: seal.close(secret, personId), totp_step: null })
    .where('id', '=', personId)
    .where('totp_since', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n ? secret : undefined
}

/** From now on a code is asked for, if this one is right; gives the recovery codes, and ends all other sessions. */
export function confirmSecondFactor(
  db: Database,
  seal: Seal,
  { personId, code, tokenHash }: { personId: string; code: string; tokenHash: string },
  now: number,
): Promise<string[] | undefined> {
  return db.transaction().execute(async transaction => {
    if (!(await takeCode(transaction, seal, { personId, code }, now, 'begun'))) return undefined
    await transaction.updateTable('people').set({ totp_since: now }).where('id', '=', personId).execute()
    await transaction
      .deleteFrom('sessions')
      .where('person_id', '=', personId)
      .where('token_hash', '!=', tokenHash)
      .execute()
    return renewRecoveryCodes(transaction, personId)
  })
}

/** Whether a code, or a recovery code, is right. None is right twice. */
export function passesSecondFactor(
  db: Database,
  seal: Seal,
  { personId, code }: { personId: string; code: string },
  now: number,
): Promise<boolean> {
  const bare = code.replace(/[\s-]/g, '').toLowerCase()
  if (/^\d{6}$/.test(bare)) return takeCode(db, seal, { personId, code: bare }, now, 'on')
  return useRecoveryCode(db, personId, bare)
}

/** Makes a person's recovery codes anew: the others are void. Only hashes of them are kept. */
export async function renewRecoveryCodes(db: Database | Transaction, personId: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodes }, newRecoveryCode)
  await db.deleteFrom('recovery_codes').where('person_id', '=', personId).execute()
  const rows = codes.map(code => ({ person_id: personId, code_hash: hashOf(personId, code.replaceAll('-', '')) }))
  await db.insertInto('recovery_codes').values(rows).execute()
  return codes
}

/** How many recovery codes a person has left. */
export async function countRecoveryCodes(db: Database, personId: string): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('person_id', '=', personId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Asks for no code any more, and ends the person's sessions but one. False if there is no such person. */
export function removeSecondFactor(
  db: Database,
  { merchantId, id }: Pick<Person, 'merchantId' | 'id'>,
  exceptTokenHash = '',
): Promise<boolean> {
  return db.transaction().execute(async transaction => {
    const { numUpdatedRows } = await transaction
      .updateTable('people')
      .set({ totp_secret: null, totp_since: null, totp_step: null })
      .where('id', '=', id)
      .where('merchant_id', '=', merchantId)
      .where('removed_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    await transaction.deleteFrom('recovery_codes').where('person_id', '=', id).execute()
    await transaction
      .deleteFrom('sessions')
      .where('person_id', '=', id)
      .where('token_hash', '!=', exceptTokenHash)
      .execute()
    return true
  })
}

/** Takes a code of the app, if it is right and later than the last one. */
async function takeCode(
  db: Database | Transaction,
  seal: Seal,
  { personId, code }: { personId: string; code: string },
  now: number,
  state: 'begun' | 'on',
): Promise<boolean> {
  const row = await db
    .selectFrom('people')
    .select(['totp_secret', 'totp_since'])
    .where('id', '=', personId)
    .executeTakeFirst()
  if (!row || row.totp_secret === null || (row.totp_since !== null) !== (state === 'on')) return false
  const secret = seal.open(row.totp_secret, personId)
  const step = secret === undefined ? undefined : stepOfCode(secret, code.replace(/\s/g, ''), now)
  if (step === undefined) return false
  const { numUpdatedRows } = await db
    .updateTable('people')
    .set({ totp_step: step })
    .where('id', '=', personId)
    .where(({ eb, or }) => or([eb('totp_step', 'is', null), eb('totp_step', '<', step)]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

async function useRecoveryCode(db: Database, personId: string, code: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('recovery_codes')
    .where('person_id', '=', personId)
    .where('code_hash', '=', hashOf(personId, code))
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** 79 random bits, so a plain SHA-256 is safe: four groups of letters and digits that can't be mistaken. */
function newRecoveryCode(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
  const text = Array.from({ length: 16 }, () => letters[randomInt(letters.length)]).join('')
  return text.replace(/(.{4})(?=.)/g, '$1-')
}

function hashOf(personId: string, code: string): string {
  return sha256(`recovery ${personId} ${code}`)
}
