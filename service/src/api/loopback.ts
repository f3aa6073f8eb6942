import type { IncomingMessage } from 'node:http'

/**
 * Whether a request is from this very machine: by its connection, and by the name it asks for, as a page from elsewhere
 * could send a browser here under a name of its own (DNS rebinding). One that a proxy of this machine hands on is not.
 */
export function fromThisMachine({ socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>): boolean {
  if (Object.keys(headers).some(name => handedOn.test(name))) return false
  return isLoopback(socket.remoteAddress ?? '') && isLoopback(hostName(headers.host ?? ''))
}

/** What proxies add to a request (RFC 7239, RFC 9110 section 7.6.3, and their own ways). */
const handedOn = /^(?:forwarded|via|x-forwarded-.*|x-real-ip|x-original-.*)$/

/** Whether an address or name is the machine itself. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '').replace(/^::ffff:/i, '')
  return bare === 'localhost' || bare === '::1' || /^127(?:\.\d{1,3}){3}$/.test(bare)
}

function hostName(host: string): string {
  return /^(\[[0-9a-f:]{2,45}\]|[^:]{1,255})(?::\d{1,5})?$/i.exec(host)?.[1] ?? ''
}
