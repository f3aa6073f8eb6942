import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A service that takes everything, in a process of its own: its time and memory aren't the till's. */
const body = JSON.stringify({ receiptId: 'r', customerEmailAddress: 'mira.okafor@example.com', offers: [] })
const server = createServer((request, response) => {
  request.resume().on('end', () => response.end(request.method === 'POST' ? body : '[]'))
})
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
