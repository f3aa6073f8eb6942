import { until } from '../../test/support/mail-server.ts'
import { basic, countMails, demoCredentials, type TakenMail, type Tills } from '../../test/support/tills.ts'
import { count, type Finding, middleAndMost, seconds } from '../finding.ts'

/** What was seen and measured of a fault. */
export interface Suffered extends Outcome {
  name: string
  times: number
  /** What tills got while it lasted. */
  answers: Tills['answers']
  /** What the logs said, warnings and errors, each once. */
  log: readonly string[]
  /** Milliseconds from each fault's end until all was well again. */
  recoveries: readonly number[]
  /** Milliseconds from the last recovery until every mail had come. */
  caughtUp: number
  /** Attempts that it interrupted, each of which may cost one copy; undefined where a mail server's silence may, too. */
  interrupted: number | undefined
  /** Processes of the service that ended. */
  ended: number
}

/** What is left in the end. */
export interface Outcome {
  accepted: number
  /** Accepted receipts that can't be retrieved. */
  lost: number
  neverMailed: number
  /** Mails that came again. */
  copies: number
}

/** Waits for the mails of the accepted receipts, retrieves each, and counts. */
export async function countOutcome(
  url: string,
  accepted: ReadonlyMap<string, string>,
  mailServer: { mails: readonly TakenMail[] },
  timeoutMs: number,
): Promise<Outcome> {
  await until(() => countMails(mailServer, accepted).missing.length === 0, timeoutMs).catch(() => {})
  let lost = 0
  const headers = { authorization: basic(demoCredentials) }
  for (const [number, id] of accepted) {
    const reply = await fetch(`${url}/ws/rest/v1/merchants/demo/receipts/${id}`, { headers })
    const { apiRequest } = (await reply.json()) as { apiRequest?: { transactionNumber?: string } }
    if (apiRequest?.transactionNumber !== number) lost += 1
  }
  return {
    accepted: accepted.size,
    lost,
    neverMailed: countMails(mailServer, accepted).missing.length,
    copies: mailServer.mails.length - new Set(mailServer.mails.map(({ messageId }) => messageId)).size,
  }
}

/** The messages of warnings and errors, each once, with code and reason where there is one. */
export function linesOf(output: string): string[] {
  const messages = output.split('\n').flatMap(line => {
    try {
      const { level, msg, code, outcome, error } = JSON.parse(line) as Record<string, unknown>
      const { code: own, message } = (error ?? {}) as { code?: unknown; message?: unknown }
      const reason = code ?? own ?? message
      const isAbout = Number(level) >= 40 || /^Mail (?:not accepted|failed)/.test(String(msg)) || outcome === 'deferred'
      return isAbout ? [brief(`${msg}${reason === undefined ? '' : ` (${reason})`}`)] : []
    } catch {
      return []
    }
  })
  return [...new Set(messages)]
}

/** One line, without the folders of this machine, and without a browser's own log. */
function brief(message: string): string {
  return message
    .replace(/\[\d+\/[\s\S]*(?= \()/, '…')
    .replace(/\/\S+\/(?=\S)/g, '')
    .replace(/\s+/g, ' ')
}

const cells = {
  times: ({ times }) => count(times),
  'tills see': ({ answers }) =>
    [...Map.groupBy(answers, ({ status }) => status ?? 'no answer')]
      .map(([what, same]) => `${count(same.length)} × ${what}`)
      .join(', '),
  slowest: ({ answers }) => seconds(Math.max(0, ...answers.map(({ took }) => took))),
  'the log says': ({ log }) => withReasons(log) || 'nothing',
  'well again: middle, longest': ({ recoveries }) => middleAndMost(recoveries),
  'then all mails after': ({ caughtUp }) => seconds(caughtUp),
  receipts: ({ accepted }) => count(accepted),
  lost: ({ lost }) => count(lost),
  'mails lost': ({ neverMailed }) => count(neverMailed),
  'mailed again': ({ copies }) => count(copies),
  'at most': ({ interrupted }) => (interrupted === undefined ? '' : count(interrupted)),
  'processes ended': ({ ended }) => count(ended),
} satisfies Record<string, (one: Suffered) => string>

/** As the page shows it. */
export function findingOf(part: 'database' | 'faults', all: readonly Suffered[]): Finding {
  const columns = [part === 'database' ? 'PostgreSQL' : 'fault', ...Object.keys(cells)]
  const rows = all.map(one => [one.name, ...Object.values(cells).map(cell => cell(one))])
  const kept = all.every(
    ({ accepted, lost, neverMailed, copies, interrupted = copies, ended }) =>
      accepted > 0 && lost === 0 && neverMailed === 0 && copies <= interrupted && ended === 0,
  )
  return { part, columns, rows, kept: all.length > 0 && kept }
}

/** Each message once, with all its reasons. */
function withReasons(lines: readonly string[]): string {
  const parts = lines.map(line => /^(.*?)(?: \((.*)\))?$/.exec(line) ?? [])
  return [...Map.groupBy(parts, ([, message = '']) => message)]
    .map(([message, same]) => {
      const reasons = same.flatMap(([, , reason]) => reason ?? [])
      return `“${message}”${reasons.length > 0 ? ` (${reasons.join(', ')})` : ''}`
    })
    .join('; ')
}
