import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { join } from 'node:path'
import { readPlainFile, writeDurably } from '../basics/files.ts'
import { isObject, nameIn, readJson } from '../basics/values.ts'

/** What a merchant wants of all its tills; what a till's own settings say wins. */
export interface SharedSettings {
  /** Milliseconds that a sale waits for the service. */
  deadline?: number
  /** The usual printer; whether there is such a model is known where paper is made. */
  printer?: SharedPrinter
  /** How receipts are printed. */
  as?: 'text' | 'picture'
}

/** A printer, without its address. */
export interface SharedPrinter {
  model?: string
  width?: 80 | 58
  language?: 'esc-pos' | 'star-prnt' | 'star-line'
  columns?: 32 | 35 | 42 | 44 | 48
}

/** Settings as they came: the text that was signed, and the signature. */
export interface SignedSettings {
  body: string
  signature: string
}

/** Whose settings count. */
interface KeyHolder {
  merchant: string
  /** `id:secret`. */
  key: string
}

/** Settings that are the merchant's, and since when, milliseconds since 1970. */
interface ReadShared {
  savedAt: number
  settings: SharedSettings
}

/**
 * Reads what came as settings. Undefined if it isn't signed with this till's key for this merchant. Of what is signed, a field that isn't
 * valid, or not known here, is left out: a newer service may say more.
 */
export function readShared({ body, signature }: SignedSettings, { merchant, key }: KeyHolder): ReadShared | undefined {
  const [keyId = '', secret = ''] = key.split(/:(.*)/s)
  const hash = createHash('sha256').update(secret).digest('hex')
  const own = createHmac('sha256', hash).update(`counterfoil-till-settings\n${keyId}\n${body}`).digest()
  const sent = Buffer.from(/^v1,([A-Za-z0-9+/]{43}=)$/.exec(signature)?.[1] ?? '', 'base64')
  if (sent.length !== own.length || !timingSafeEqual(sent, own)) return undefined
  const json = readJson(body)
  if (!isObject(json) || json.merchantId !== merchant || !isObject(json.settings)) return undefined
  const savedAt = Date.parse(nameIn(json.savedAt))
  return Number.isNaN(savedAt) ? undefined : { savedAt, settings: settingsIn(json.settings) }
}

function settingsIn({ deadlineMs, printer, slip }: Record<string, unknown>): SharedSettings {
  const isTime = typeof deadlineMs === 'number' && deadlineMs >= 500 && deadlineMs <= 60_000
  const known = isObject(printer) ? printerIn(printer) : {}
  const as = isObject(slip) ? oneOf(['text', 'picture'] as const, slip.as) : undefined
  return {
    ...(isTime && { deadline: deadlineMs }),
    ...(Object.keys(known).length > 0 && { printer: known }),
    ...(as !== undefined && { as }),
  }
}

function printerIn(sent: Record<string, unknown>): SharedPrinter {
  const model = typeof sent.model === 'string' && sent.model.length <= 60 ? sent.model : undefined
  const width = oneOf([80, 58] as const, sent.width)
  const language = oneOf(['esc-pos', 'star-prnt', 'star-line'] as const, sent.language)
  const columns = oneOf([32, 35, 42, 44, 48] as const, sent.columns)
  return {
    ...(model !== undefined && { model }),
    ...(width !== undefined && { width }),
    ...(language !== undefined && { language }),
    ...(columns !== undefined && { columns }),
  }
}

function oneOf<Value>(values: readonly Value[], sent: unknown): Value | undefined {
  return values.find(value => value === sent)
}

/** Where they are kept, so that a till without the service has them. */
const name = 'settings.json'

/** Bytes that they may have, signed. */
const maxSettingsBytes = 20_000

/** The settings that were kept last; undefined if there are none that count. Never throws. */
export async function readKept(folder: string, till: KeyHolder): Promise<ReadShared | undefined> {
  const bytes = await readPlainFile(join(folder, name), maxSettingsBytes).catch(() => undefined)
  const json = bytes && readJson(bytes.toString('utf8'))
  if (!isObject(json)) return undefined
  return readShared({ body: nameIn(json.body), signature: nameIn(json.signature) }, till)
}

/** Keeps settings for the next start. Never throws: without them the next start asks again. */
export async function keep(folder: string, signed: SignedSettings): Promise<void> {
  const via = `.${name}.${randomBytes(4).toString('hex')}.tmp`
  await writeDurably({ folder, name, via }, `${JSON.stringify(signed)}\n`).catch(() => {})
}
