import type { IncomingMessage } from 'node:http'

/**
 * Whether a request comes from this machine, by its connection and by its `Host`, because a remote page could point its own
 * domain here (DNS rebinding). Requests forwarded by a local proxy don't count.
 */
export function fromThisMachine({ socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>): boolean {
  if (Object.keys(headers).some(name => forwarded.test(name))) return false
  return isLoopback(socket.remoteAddress ?? '') && isLoopback(hostName(headers.host ?? ''))
}

/** Headers that proxies add (RFC 7239, RFC 9110 section 7.6.3, and non-standard ones). */
const forwarded = /^(?:forwarded|via|x-forwarded-.*|x-real-ip|x-original-.*)$/

/** Whether an address or name means this machine. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '').replace(/^::ffff:/i, '')
  return bare === 'localhost' || bare === '::1' || /^127(?:\.\d{1,3}){3}$/.test(bare)
}

function hostName(host: string): string {
  return /^(\[[0-9a-f:]{2,45}\]|[^:]{1,255})(?::\d{1,5})?$/i.exec(host)?.[1] ?? ''
}
