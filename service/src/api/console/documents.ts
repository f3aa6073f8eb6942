import type { FairScheduler } from '../../scheduling/fair-scheduler.ts'
import type { Statistics } from '../../statistics/answers/answer.ts'
import type { Answer, Operation } from '../operation.ts'
import { type DocumentOptions, documentHeaders, retrieveHtml, retrievePdf } from '../operations/documents.ts'
import { retrieveStatistics } from '../operations/retrieve-statistics.ts'
import { consolePath } from '../paths.ts'
import { adopted } from './operation.ts'

export interface DocumentParts extends Omit<DocumentOptions, 'turns'> {
  pdfTurns: FairScheduler
  htmlTurns: FairScheduler
}

/**
 * In the console's frame, which is at an address of its own: a `srcdoc` would have the console's policy, under which mails lose
 * their styles. Still without scripts or network; links open in a new tab.
 */
export const framed = {
  'content-security-policy': documentHeaders['content-security-policy'].replace(
    / sandbox$/,
    " frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox",
  ),
}

/** A receipt as the customer sees it, and on paper. */
export function documentOperations(parts: DocumentParts): Operation[] {
  const html = retrieveHtml({ ...parts, turns: parts.htmlTurns })
  const pdf = retrievePdf({ ...parts, turns: parts.pdfTurns })
  return [
    adopted(html, {
      id: 'frameReceipt',
      handle: async call => changed(await html.handle(call), framed),
    }),
    adopted(pdf, {
      id: 'printReceipt',
      recorded: true,
      async handle(call) {
        const answer = await pdf.handle(call)
        const audit = { target: call.params.receiptId ?? '' }
        return { ...('inline' in call.query ? inline(answer) : answer), audit }
      },
    }),
  ]
}

function changed(answer: Answer, headers: Record<string, string>): Answer {
  return { ...answer, headers: { ...answer.headers, ...headers } }
}

/** Shown in a tab of its own, to print it. A browser's viewer doesn't open in a sandbox. */
function inline(answer: Answer): Answer {
  const { 'content-security-policy': _, 'content-disposition': name = '', ...headers } = answer.headers ?? {}
  return { ...answer, headers: { ...headers, 'content-disposition': name.replace(/^attachment/, 'inline') } }
}

/** The merchant's statistics, as in the API, but only the figures that the overview shows. */
export function showStatistics({ statistics }: { statistics: Statistics }): Operation {
  const brief: Statistics = { ...statistics, answer: asked => statistics.answer({ ...asked, brief: true }) }
  const operation = retrieveStatistics({ statistics: brief })
  return { ...operation, id: 'showStatistics', path: `${consolePath}/statistics`, security: 'session' }
}
