import { Agent, request } from 'node:http'
import { basic, demoCredentials, receipt } from '../../test/support/tills.ts'

/** One till or back office: a connection that stays open. */
export interface Client {
  /** Posts a receipt; undefined if it wasn't accepted. */
  create(number: number): Promise<string | undefined>
  /** Gets a page of the newest receipts. */
  list(): Promise<boolean>
  /** Prints a receipt. */
  pdf(receiptId: string): Promise<boolean>
  close(): void
}

const path = '/ws/rest/v1/merchants/demo/receipts'

/** @param seen told the milliseconds and the status of every answer; 0 without one */
export function openClient(url: string, seen: (milliseconds: number, status: number) => void): Client {
  const { hostname, port } = new URL(url)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const authorization = basic(demoCredentials)

  function ask(method: string, target: string, body?: string): Promise<{ status: number; text: string }> {
    const since = performance.now()
    return new Promise(resolve => {
      const end = (status: number, text: string) => {
        seen(performance.now() - since, status)
        resolve({ status, text })
      }
      const headers = { authorization, ...(body !== undefined && { 'content-type': 'application/json' }) }
      const sent = request({ hostname, port, agent, method, path: target, headers }, reply => {
        const chunks: Buffer[] = []
        reply.on('data', chunk => chunks.push(chunk))
        reply.on('error', () => end(0, ''))
        reply.on('end', () => end(reply.statusCode ?? 0, Buffer.concat(chunks).toString('latin1')))
      })
      sent.on('error', () => end(0, ''))
      sent.end(body)
    })
  }

  return {
    async create(number) {
      const emailAddress = `soak-${number}@example.com`
      const items = Array.from({ length: 5 }, (_, at) => ({ name: `Tea ${at}`, price: 4.5, total: 4.5 }))
      const body = receipt({
        transactionNumber: `soak-${number}`,
        customer: { emailAddress },
        items,
        grandAmount: 22.5,
      })
      const { status, text } = await ask('POST', path, JSON.stringify(body))
      return status === 200 ? (JSON.parse(text) as { receiptId: string }).receiptId : undefined
    },
    list: async () => (await ask('GET', `${path}?fromDate=2020-01-01&toDate=2100-01-01&pageSize=20`)).status === 200,
    pdf: async id => (await ask('GET', `${path}/${id}/pdf`)).text.startsWith('%PDF-'),
    close: () => agent.destroy(),
  }
}
