import dns2 from 'dns2'

/** What a zone says of a name: records by type, or how it fails. A mail server may have its priority before it. */
export type Zone = Record<string, Partial<Record<'MX' | 'A' | 'TXT', string[]>> | 'NXDOMAIN' | 'SERVFAIL' | 'silence'>

export interface DnsServer {
  /** `127.0.0.1:5353` */
  address: string
  /** How many questions it was asked. */
  questions(): number
  [Symbol.asyncDispose](): Promise<void>
}

interface Question {
  name: string
  type: number
}

/** A real DNS server on loopback. */
export async function startDnsServer(zone: Zone): Promise<DnsServer> {
  const { Packet } = dns2
  let asked = 0
  const server = dns2.createServer({
    udp: true,
    handle(request: { questions: Question[] }, send: (response: never) => void) {
      asked += 1
      const response = Packet.createResponseFromRequest(request as never)
      const [question] = request.questions
      const name = question?.name.toLowerCase() ?? ''
      const found = zone[name]
      if (found === 'silence') return
      if (found === 'SERVFAIL') response.header.rcode = 2
      else if (found === undefined || found === 'NXDOMAIN') response.header.rcode = 3
      else if (question) response.answers.push(...(answersOf(found, name, question.type) as never[]))
      send(response as never)
    },
  })
  await server.listen({ udp: { port: 0, address: '127.0.0.1' } } as never)
  const { udp } = server.addresses() as unknown as { udp: { port: number } }
  return {
    address: `127.0.0.1:${udp.port}`,
    questions: () => asked,
    [Symbol.asyncDispose]: async () => void (await server.close()),
  }

  function answersOf(found: Partial<Record<'MX' | 'A' | 'TXT', string[]>>, name: string, type: number): object[] {
    const common = { name, type, class: Packet.CLASS.IN, ttl: 60 }
    if (type === Packet.TYPE.MX)
      return (found.MX ?? []).map((exchange, index) => ({
        ...common,
        exchange: exchange.split(' ').at(-1),
        priority: exchange === '' ? 0 : /^\d+ /.test(exchange) ? Number.parseInt(exchange, 10) : 10 + index,
      }))
    if (type === Packet.TYPE.TXT) return (found.TXT ?? []).map(data => ({ ...common, data: data.match(/.{1,255}/g) }))
    if (type === Packet.TYPE.A) return (found.A ?? []).map(address => ({ ...common, address }))
    return []
  }
}
