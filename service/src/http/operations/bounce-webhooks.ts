import { EarlyReportError } from '../../delivery/bounces/apply.ts'
import type { BounceDoors } from '../../delivery/bounces/doors.ts'
import { errors } from '../errors.ts'
import type { ApiContext, Operation } from '../operation.ts'

/**
 * Where providers tell what became of mails, a path for each that is set up. Their requests are the providers' own, and what proves their
 * origin is in them.
 */
export function bounceWebhooks(
  { now, log }: ApiContext,
  { taker, providers }: Pick<BounceDoors, 'taker' | 'providers'>,
): Operation[] {
  return [...providers].map(([name, provider]) => ({
    id: `takeReportsFrom${name[0]?.toUpperCase()}${name.slice(1)}`,
    method: 'POST',
    path: `/bounces/${name}`,
    tag: 'Operation',
    summary: `Take what ${name} says of mails`,
    description: 'The body is the provider’s own. What is already known changes nothing, so it may be sent again.',
    security: 'signed',
    bodyLimit: provider.bodyLimit,
    // Amazon SNS calls its JSON plain text.
    isText: true,
    outcomes: {
      204: { description: 'It is stored' },
      401: { description: 'It isn’t signed by the provider, or was signed too long ago' },
      422: { description: 'It can’t be read' },
      429: { description: 'Too many requests without a signature' },
    },
    async handle({ headers, body }) {
      const reports = await provider.read({ headers, body }, now()).catch(error => {
        log.warn("Whether a provider's message is signed can't be found out now", { code: name, error })
        throw errors.unavailable()
      })
      if (reports === 'unsigned') {
        taker.sawForged(name)
        throw errors.unsigned()
      }
      await taker.takeReports(name, reports).catch(error => {
        if (error instanceof EarlyReportError) throw errors.unavailable()
        throw error
      })
      return { status: 204 }
    },
  }))
}
