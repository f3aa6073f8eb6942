import type { Mode } from '../basics/sale.ts'
import { type AgentOptions, ask, createAgents, type HttpAnswer, type HttpRequest } from '../http/request.ts'

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
