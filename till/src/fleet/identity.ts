import { createHash, randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { join, resolve } from 'node:path'
import { codeOf } from '../basics/errors.ts'
import { readPlainFile, writeDurably } from '../basics/files.ts'
import { isObject, nameIn, readJson } from '../basics/values.ts'

/** Which till this is. */
export interface Identity {
  /** As long as the spool lives. */
  id: string
  /** Where it sold last; empty before its first sale. */
  store: string
  register: string
}

const name = 'till.json'

/** Bytes that the file may have. */
const maxBytes = 10_000

/** The spool's till, which gets an id when it is opened first. Never throws: a disk that can't be written gives it one of its place. */
export async function readIdentity(folder: string): Promise<Identity> {
  const found = await readPlainFile(join(folder, name), maxBytes).then(
    bytes => readJson(bytes.toString('utf8')),
    error => (codeOf(error) === 'ENOENT' ? undefined : {}),
  )
  const known = isObject(found) ? found : undefined
  if (known && /^[\w-]{8,64}$/.test(nameIn(known.id)))
    return { id: nameIn(known.id), store: nameIn(known.store), register: nameIn(known.register) }
  const made = { id: randomBytes(8).toString('hex'), store: '', register: '' }
  if (known === undefined && (await writeIdentity(folder, made))) return made
  const place = `${hostname()}\n${resolve(folder)}`
  return { ...made, id: createHash('sha256').update(place).digest('hex').slice(0, 16) }
}

/** Remembers where the till sells. False if the disk doesn't take it: then it is remembered another time. */
export async function writeIdentity(folder: string, identity: Identity): Promise<boolean> {
  const via = `.${name}.${randomBytes(4).toString('hex')}.tmp`
  return await writeDurably({ folder, name, via }, `${JSON.stringify(identity)}\n`).then(
    () => true,
    () => false,
  )
}
