import { BlockList, isIP } from 'node:net'

/** Which hosts and addresses outside of the public internet may be reached, because the operator lists them. */
export interface AllowedHosts {
  host(name: string): boolean
  address(ip: string): boolean
}

/** Reads such a list. @param entries host names, IP addresses and networks, as `isHostOrNetwork` has them */
export function readAllowedHosts(entries: readonly string[]): AllowedHosts {
  const networks = new BlockList()
  const names = new Set<string>()
  for (const entry of entries) {
    const [first = '', bits] = entry.split('/')
    const family = isIP(first)
    if (family === 0) names.add(plainHost(entry))
    else networks.addSubnet(first, Number(bits ?? (family === 4 ? 32 : 128)), family === 4 ? 'ipv4' : 'ipv6')
  }
  return {
    host: name => names.has(plainHost(name)),
    address: ip => isIP(ip) !== 0 && networks.check(ip, isIP(ip) === 4 ? 'ipv4' : 'ipv6'),
  }
}

/** Whether a text is a host name (`hooks.example.com`), an address or a network (`10.1.0.0/16`). */
export function isHostOrNetwork(text: string): boolean {
  const [, address = '', bits] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  const family = isIP(address)
  if (family !== 0) return Number(bits ?? 0) <= (family === 4 ? 32 : 128)
  return (
    bits === undefined && /^(?!-)[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})*$/i.test(address) && !/^[\d.]+$/.test(address)
  )
}

function plainHost(name: string): string {
  return name.toLowerCase().replace(/\.$/, '')
}

/** Whether an address is on the public internet, not in anyone's own network. */
export function isPublicAddress(ip: string): boolean {
  const family = isIP(ip)
  if (family === 4) return !special.check(ip, 'ipv4')
  return family === 6 && global.check(ip, 'ipv6') && !special.check(ip, 'ipv6')
}

/** What IANA gives out in IPv6. Everything else of it is special, or nobody's. */
const global = new BlockList()
global.addSubnet('2000::', 3, 'ipv6')

/**
 * IANA's special-purpose address registries (RFC 6890), of IPv6 only what is in 2000::/3: also what is globally reachable, because no
 * mail server of a customer, and no shop's own system, is there.
 */
const special = new BlockList()
const networks =
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.31.196.0/24 ' +
  '192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 ' +
  '240.0.0.0/4 2001::/23 2001:db8::/32 2002::/16 2620:4f:8000::/48 3fff::/20'
for (const network of networks.split(' ')) {
  const [first = '', bits] = network.split('/')
  special.addSubnet(first, Number(bits), isIP(first) === 4 ? 'ipv4' : 'ipv6')
}

/** Whether an address or name means this machine. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '').replace(/^::ffff:/i, '')
  return bare === 'localhost' || bare === '::1' || /^127(?:\.\d{1,3}){3}$/.test(bare)
}
