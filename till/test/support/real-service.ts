import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openLog } from '../../../service/src/basics/monitoring/log.ts'
import { openService } from '../../../service/src/service.ts'
import { readConfig } from '../../../service/src/settings/config.ts'
import type { TillOptions } from '../../src/settings/read-settings.ts'

export const demoKey = 'demo:a-demo-secret'

/** The delivery service itself, on an empty database and a free port. */
export async function startRealService(settings: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-till-service-'))
  const config = readConfig({
    DATA_DIR: join(folder, 'data'),
    PORT: '0',
    LOG_LEVEL: 'silent',
    DEMO_API_KEY: demoKey,
    MAIL_FROM: 'receipts@example.com',
    ...settings,
  })
  const service = await openService(config, openLog('silent'))
  const url = await service.listen()
  const headers = { authorization: `Basic ${Buffer.from(demoKey).toString('base64')}` }
  const receipts = `${url}/ws/rest/v1/merchants/demo/receipts`

  return {
    service,
    url,
    /** The service as a till's option. */
    options: {
      receipts: `${url}/ws/rest/v1`,
      host: url,
      merchant: 'demo',
      key: demoKey,
    } satisfies Partial<TillOptions>,
    /** The transaction numbers of all stored receipts, sorted. */
    async stored(): Promise<string[]> {
      const query = new URLSearchParams({
        fromDate: '1970-01-01T00:00:00Z',
        toDate: '2100-01-01T00:00:00Z',
        pageSize: '500',
      })
      const numbers: string[] = []
      for (let address: string | undefined = `${receipts}?${query}`; address !== undefined; ) {
        const answer: Response = await fetch(address, { headers })
        const page = (await answer.json()) as { transactionNumber: string }[]
        numbers.push(...page.map(({ transactionNumber }) => transactionNumber))
        address = /<([^>]+)>; *rel="next"/.exec(answer.headers.get('link') ?? '')?.[1]
      }
      return numbers.sort()
    },
    /** What is stored under an id. */
    async retrieve(receiptId: string): Promise<Record<string, unknown>> {
      const answer = await fetch(`${receipts}/${receiptId}`, { headers })
      return ((await answer.json()) as { apiRequest: Record<string, unknown> }).apiRequest
    },
    async [Symbol.asyncDispose]() {
      await service.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
