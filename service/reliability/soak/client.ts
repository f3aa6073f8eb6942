import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { basic, demoCredentials, receipt } from '../../test/support/tills.ts'
import { browsersOf } from '../faults/processes.ts'

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

/** The resident memory of a process, looked at now and then. */
export interface ResidentWatch {
  look(): void
  /** Medians of the first, second and last third, MiB. */
  thirds(): [first: number, second: number, last: number]
  /** Whether it is flat: the last third is at most 5 % and 8 MiB above the second. The first is warming up. */
  isFlat(): boolean
}

/** @param withBrowsers the browsers' memory, too: private pages, because they share most */
export function watchResident(pid: number, withBrowsers = false): ResidentWatch {
  const looks: number[] = []
  const thirds = (): [number, number, number] => {
    const third = Math.max(1, Math.floor(looks.length / 3))
    return [medianOf(looks.slice(0, third)), medianOf(looks.slice(third, 2 * third)), medianOf(looks.slice(-third))]
  }
  return {
    look() {
      const browsers = withBrowsers ? browsersOf(pid).reduce((sum, each) => sum + fieldOf(each, 'RssAnon'), 0) : 0
      looks.push((fieldOf(pid, 'VmRSS') + browsers) / 1024)
    },
    thirds,
    isFlat() {
      const [, second, last] = thirds()
      return last <= second * 1.05 + 8
    },
  }
}

/** A field of a process in kB; 0 if it is gone. */
function fieldOf(pid: number, name: string): number {
  try {
    return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
  } catch {
    return 0
  }
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor((values.length - 1) / 2)] ?? 0
}
