import { z } from 'zod'
import type { Metrics } from '../../basics/monitoring/metrics.ts'
import { type Check, checkNames, worst } from '../../basics/monitoring/readiness.ts'
import { retryLater } from '../errors.ts'
import type { Operation } from '../operation.ts'

const status = z
  .object({ status: z.literal('ok').describe('Always `ok`; anything else is another HTTP status.') })
  .meta({ id: 'Status' })

const statuses = z.enum(['ok', 'warn', 'fail'])

const readiness = z
  .object({
    status: statuses.describe('The worst of all checks.'),
    checks: z
      .array(
        z.object({
          name: z.enum(['process', ...checkNames]).describe('What was checked.'),
          status: statuses.describe('`warn`: the process takes requests nevertheless.'),
          since: z.iso.datetime().describe('Since when it has this status.'),
          reason: z.string().optional().describe('Absent if it is `ok`.'),
        }),
      )
      .describe('Everything that was checked. Each process has only the checks that concern it.'),
  })
  .meta({ id: 'Readiness' })

/** What the health checks and `/metrics` are read from. */
interface HealthSources {
  metrics: Metrics
  /** Everything that is checked, as of now. */
  check: () => Promise<Check[]>
  /** When the process began to stop, milliseconds since 1970; undefined if it didn't. */
  stoppingSince: () => number | undefined
}

/** Operations for load balancers and monitoring. */
export function healthOperations({ metrics, check, stoppingSince }: HealthSources): Operation[] {
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
      description:
        '503 while the database doesn’t answer, the disk can’t be written, or the process is stopping. Anything else that ' +
        'doesn’t work is a warning: taking requests away from the process wouldn’t mend it.',
      security: 'none',
      outcomes: {
        200: { description: 'It can; something less essential may not work', schema: readiness },
        503: {
          description: 'It can’t',
          schema: readiness,
          headers: { 'Retry-After': 'Seconds to wait before trying again.' },
        },
      },
      async handle() {
        const since = stoppingSince()
        if (since !== undefined) return unready([{ ...answerOf({ since, status: 'fail' }), ...stopping }])
        const checks = await check()
        const answers = checks.map(check => ({ name: check.name, ...answerOf(check) }))
        const json = { status: worst(checks), checks: answers }
        return json.status === 'fail' ? unready(answers) : { status: 200, json }
      },
    },
    {
      id: 'metrics',
      method: 'GET',
      path: '/metrics',
      tag: 'Operation',
      summary: 'Metrics in Prometheus’ text format',
      description:
        'For this machine, and for whoever sends `METRICS_TOKEN` as a bearer token; for all with `METRICS=open`.',
      security: 'metrics',
      outcomes: {
        200: { description: 'The metrics', contentType: 'text/plain' },
        404: { description: 'They are not for this client' },
        429: {
          description: 'Too many wrong tokens',
          headers: { 'Retry-After': 'Seconds to wait before trying again.' },
        },
      },
      handle: async () => ({
        status: 200,
        headers: { 'content-type': metrics.contentType },
        body: await metrics.text(),
      }),
    },
  ]
}

const stopping = { name: 'process', reason: 'The process is stopping' }

function answerOf({ status, since, reason }: Pick<Check, 'status' | 'since' | 'reason'>) {
  return { status, since: new Date(since).toISOString(), ...(reason !== undefined && { reason }) }
}

function unready(checks: readonly unknown[]) {
  return { status: 503, headers: retryLater, json: { status: 'fail', checks } }
}
