import { codeOf } from '../basics/errors.ts'
import type { Mode } from '../basics/sale.ts'
import {
  type AgentOptions,
  ask,
  createAgents,
  type HttpAnswer,
  HttpFault,
  type HttpRequest,
  sentenceOf,
} from '../http/request.ts'
import type { Busy, Failed, Halted } from './outcome.ts'
import { cut, isKnownKey, notReceipt, readAnswer, readAnswerJson } from './read-answer.ts'

/** Where the service is, and who the till is to it. */
export interface ServiceSettings extends AgentOptions {
  /** The interface's `{base_url}`: `https://receipts.example.com/ws/rest/v1`. */
  receipts: URL
  /** The interface's `{host_url}`: `https://receipts.example.com`. */
  host: URL
  merchant: string
  /** `id:secret`. */
  key: string
  mode: Mode
}

/** What one request needs. */
export interface Ask {
  signal: AbortSignal
  headers?: Record<string, string>
  body?: string
  /** The longest answer that is read; bytes. */
  maxAnswerBytes?: number
  reached?: NonNullable<HttpRequest['reached']>
}

/** The service, as its operations reach it. */
export interface ServiceConnection {
  settings: ServiceSettings
  /** Asks for `{base_url}/merchants/{merchantId}/receipts`, with what follows. @throws HttpFault */
  receipts(method: 'GET' | 'POST', rest: string, ask: Ask): Promise<HttpAnswer>
  /** Asks for a path of `{host_url}`. @throws HttpFault */
  host(path: string, ask: Ask): Promise<HttpAnswer>
  /** Whether the server of the receipts answers at all, whatever it says: a cheap question without credentials. */
  isUp(signal: AbortSignal): Promise<boolean>
  /** Asks for what all of the merchant's tills are to do alike. @throws HttpFault */
  tillSettings(signal: AbortSignal): Promise<HttpAnswer>
  close(): void
}

/** A few kilobytes are expected; bytes. */
const maxSettingsBytes = 20_000

/**
 * Opens connections of their own to the service, so that others don't wait for these.
 *
 * @param told headers of every request with the key, made anew for each
 */
export function connectService(
  settings: ServiceSettings,
  told: () => Record<string, string> = () => ({}),
): ServiceConnection {
  const agents = createAgents(settings)
  const authorization = `Basic ${Buffer.from(settings.key).toString('base64')}`

  function send(method: 'GET' | 'POST', address: string, { headers, ...rest }: Ask, anonymous = false) {
    const url = new URL(address)
    const shared = { accept: 'application/json', ...(!anonymous && { authorization, ...told() }), ...headers }
    return ask({ method, url, agent: agents.agentOf(url), headers: shared, ...rest })
  }

  return {
    settings,
    receipts: (method, rest, wanted) => send(method, `${receiptsOf(settings)}${rest}`, wanted),
    tillSettings: signal =>
      send('GET', `${merchantOf(settings)}/till-settings`, { signal, maxAnswerBytes: maxSettingsBytes }),
    host: (path, wanted) => send('GET', `${plain(settings.host)}${path}`, wanted),
    isUp: signal =>
      send('GET', new URL('/healthz', settings.receipts).href, { signal }, true).then(
        ({ status }) => status < 500,
        () => false,
      ),
    close: agents.close,
  }
}

function receiptsOf(settings: ServiceSettings): string {
  return `${merchantOf(settings)}/receipts`
}

function merchantOf({ receipts, merchant }: ServiceSettings): string {
  return `${plain(receipts)}/merchants/${encodeURIComponent(merchant)}`
}

function plain(url: URL): string {
  return url.href.replace(/\/+$/, '')
}

/** A request without an answer, as an outcome: whatever went wrong, a customer is waiting. */
export function failedBy(error: unknown): Failed {
  const code = error instanceof HttpFault ? error.code : codeOf(error)
  return { kind: 'failed', code, message: sentenceOf(code) }
}

/** The header in which the service says whether a merchant's mails reach customers. */
const modeHeader = 'counterfoil-mode'

/**
 * Asks the service for the merchant's mode, with a question that changes nothing. Undefined if the till may send.
 *
 * A live till may send to a service that states no mode, as the interface knows none; a till in test mode may not.
 */
export async function checkMode(
  service: ServiceConnection,
  { signal, now }: { signal: AbortSignal; now: () => number },
): Promise<Halted | Failed | Busy | undefined> {
  try {
    const answer = await service.receipts('GET', `?${nothing}`, { signal })
    const stated = answer.headers[modeHeader]
    if (answer.status === 200)
      return Array.isArray(readAnswerJson(answer.text)) ? judge(service.settings.mode, stated) : notReceipt(200)
    // A key that only creates receipts: the service knows it, and says the mode all the same.
    if (isKnownKey(answer)) return judge(service.settings.mode, stated)
    const read = readAnswer(answer, now())
    if (read.kind === 'halted' || read.kind === 'busy' || read.kind === 'failed') return read
    // It refuses the question, but it is the service.
    return judge(service.settings.mode, stated)
  } catch (error) {
    return failedBy(error)
  }
}

/** A query of a second in which nothing was sold. */
const nothing = new URLSearchParams({
  fromDate: '1970-01-01T00:00:00Z',
  toDate: '1970-01-01T00:00:01Z',
  pageSize: '1',
})

function judge(mode: Mode, stated: string | string[] | undefined): Halted | undefined {
  if (stated === mode || (stated === undefined && mode === 'live')) return undefined
  const is = stated === undefined ? 'does not say that it is a test' : `says it is ${cut(String(stated), 20)}`
  return {
    kind: 'halted',
    what: 'mode',
    message: `The till is in ${mode} mode, and the service ${is}; check mode, address and merchant.`,
  }
}
