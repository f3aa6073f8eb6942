import { codeOf } from '../basics/errors.ts'

/** No whole answer came. */
export class HttpFault extends Error {
  /** The system's code, such as `ECONNREFUSED`, or `deadline`, `cut_off`, `too_long`. */
  readonly code: string
  /** The connection had served before and may have been closed meanwhile: worth one more try at once. */
  readonly stale: boolean

  constructor(code: string, stale: boolean, cause?: unknown) {
    super(`No answer: ${code}`, { cause })
    this.name = 'HttpFault'
    this.code = code
    this.stale = stale
  }
}

/** Any error of a request as a fault, told by codes only: messages may quote a proxy's password. */
export function readFault(error: unknown, signal: AbortSignal, reused: boolean): HttpFault {
  if (error instanceof HttpFault) return error
  if (signal.aborted) return new HttpFault('deadline', false, error)
  const code = codeOf(error)
  const { statusCode } = error as { statusCode?: number }
  if (code === 'ERR_PROXY_TUNNEL' && statusCode === 407) return new HttpFault('proxy_login', false, error)
  return new HttpFault(code, reused && ['ECONNRESET', 'EPIPE'].includes(code), error)
}

/** A fault's code in one sentence, with what to do where that is known. */
export function sentenceOf(code: string): string {
  return (
    sentences[code] ??
    (code.startsWith('HPE_') ? sentences.not_receipt! : undefined) ??
    (/CERT|SIGNATURE|SSL|TLS|EPROTO/.test(code) ? `${tls} (${code}).` : `The network failed (${code}).`)
  )
}

const tls = 'The connection is not trusted; see the address, and the CA file if the network has its own'

const sentences: Readonly<Record<string, string>> = {
  deadline: 'No answer came in time.',
  ECONNREFUSED: 'Nothing listens at the address of the service.',
  ENOTFOUND: 'The name of the service is unknown; see DNS and the address.',
  EAI_AGAIN: 'The name server does not answer.',
  ECONNRESET: 'The connection was cut.',
  cut_off: 'The answer was cut off.',
  too_long: 'The answer is far too long to be from the service.',
  proxy_login: 'The proxy wants a user and a password; put them into HTTPS_PROXY.',
  ERR_PROXY_TUNNEL: 'The proxy does not let the connection through.',
  CERT_HAS_EXPIRED: "The service's certificate has expired; or this clock is wrong.",
  CERT_NOT_YET_VALID: "The service's certificate is not valid yet; see whether this clock is right.",
  ERR_TLS_CERT_ALTNAME_INVALID: "The certificate is for another name; see that the service's address is right.",
  not_receipt: 'The answer is not from the service; a portal or proxy may be in between.',
}
