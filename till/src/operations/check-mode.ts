import type { Mode } from '../basics/sale.ts'
import type { ServiceConnection } from './connect.ts'
import { type Busy, type Failed, failedBy, type Halted } from './outcome.ts'
import { cut, isKnownKey, notReceipt, readAnswer, readAnswerJson } from './read-answer.ts'

/** The header in which the service says whether a merchant's mails reach customers. */
export const modeHeader = 'counterfoil-mode'

/**
 * Asks the service for the merchant's mode, with a question that changes nothing. Undefined if the till may send.
 *
 * A live till may send to a service that states no mode, as the interface knows none; a till in test mode may not.
 */
export async function checkMode(
  service: ServiceConnection,
  { signal, now }: { signal: AbortSignal; now: () => number },
): Promise<Halted | Failed | Busy | undefined> {
  try {
    const answer = await service.receipts('GET', `?${nothing}`, { signal })
    const stated = answer.headers[modeHeader]
    if (answer.status === 200)
      return Array.isArray(readAnswerJson(answer.text)) ? judge(service.settings.mode, stated) : notReceipt(200)
    // A key that only creates receipts: the service knows it, and says the mode all the same.
    if (isKnownKey(answer)) return judge(service.settings.mode, stated)
    const read = readAnswer(answer, now())
    if (read.kind === 'halted' || read.kind === 'busy' || read.kind === 'failed') return read
    // The service doesn't like the question, but it is the service.
    return judge(service.settings.mode, stated)
  } catch (error) {
    return failedBy(error)
  }
}

/** A query of a second in which nothing was sold. */
const nothing = new URLSearchParams({
  fromDate: '1970-01-01T00:00:00Z',
  toDate: '1970-01-01T00:00:01Z',
  pageSize: '1',
})

function judge(mode: Mode, stated: string | string[] | undefined): Halted | undefined {
  if (stated === mode || (stated === undefined && mode === 'live')) return undefined
  const is = stated === undefined ? 'does not say that it is a test' : `says it is ${cut(String(stated), 20)}`
  return {
    kind: 'halted',
    what: 'mode',
    message: `The till is in ${mode} mode, and the service ${is}; check mode, address and merchant.`,
  }
}
