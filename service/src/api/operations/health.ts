import { z } from 'zod'
import type { Metrics } from '../../monitoring/metrics.ts'
import { errors } from '../errors/error-response.ts'
import type { Operation } from '../operation.ts'

const status = z
  .object({ status: z.literal('ok').describe('Always `ok`; anything else is another HTTP status.') })
  .meta({ id: 'Status' })

const readiness = status
  .extend({
    warnings: z.array(z.string()).optional().describe('What doesn’t work nevertheless, such as printing PDFs.'),
  })
  .meta({ id: 'Readiness' })

export interface HealthOptions {
  metrics: Metrics
  /** @throws if something essential doesn't answer */
  ready: () => Promise<void>
  /** What doesn't work although the process can take requests. */
  warnings: () => readonly string[]
}

/** Operations for load balancers and monitoring. */
export function healthOperations({ metrics, ready, warnings }: HealthOptions): Operation[] {
  return [
    {
      id: 'health',
      method: 'GET',
      path: '/healthz',
      tag: 'Operation',
      summary: 'Whether the process is alive',
      security: 'none',
      outcomes: { 200: { description: 'It is', schema: status } },
      handle: async () => ({ status: 200, json: { status: 'ok' } }),
    },
    {
      id: 'readiness',
      method: 'GET',
      path: '/readyz',
      tag: 'Operation',
      summary: 'Whether the process can take requests',
      description: '503 while the database doesn’t answer, the disk is full, or the process is stopping.',
      security: 'none',
      outcomes: { 200: { description: 'It can', schema: readiness } },
      async handle() {
        try {
          await ready()
        } catch {
          throw errors.unavailable()
        }
        const lacking = warnings()
        return { status: 200, json: { status: 'ok', ...(lacking.length > 0 && { warnings: lacking }) } }
      },
    },
    {
      id: 'metrics',
      method: 'GET',
      path: '/metrics',
      tag: 'Operation',
      summary: 'Metrics in Prometheus’ text format',
      security: 'none',
      outcomes: { 200: { description: 'The metrics', contentType: 'text/plain' } },
      handle: async () => ({
        status: 200,
        headers: { 'content-type': metrics.contentType },
        body: await metrics.text(),
      }),
    },
  ]
}
