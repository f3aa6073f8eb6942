import autocannon from 'autocannon'
import { authorization, receipt, receiptsPath } from './stage.ts'

let number = 0

/** Creates receipts, each another one, from connections that don't pause: so many seconds (`duration`) or receipts (`amount`). */
export function load(url: string, connections: number, until: { duration: number } | { amount: number }) {
  return autocannon({
    url,
    connections,
    ...until,
    requests: [
      {
        method: 'POST',
        path: receiptsPath,
        headers: { authorization, 'content-type': 'application/json' },
        setupRequest: request => ({ ...request, body: receipt(number++) }),
      },
    ],
  })
}
