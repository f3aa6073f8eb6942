import { BlockList, isIP } from 'node:net'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

/** Whether an address is this machine, by its name: `localhost`, 127.0.0.0/8, ::1. */
export function isLoopback({ hostname }: URL): boolean {
  const host = hostname.replace(/^\[|\]$/g, '')
  const family = isIP(host)
  if (family === 0) return host === 'localhost' || host.endsWith('.localhost')
  return loopback.check(host, family === 6 ? 'ipv6' : 'ipv4')
}
