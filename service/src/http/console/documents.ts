import { z } from 'zod'
import { refuseUnworkable } from '../../acts/merchants/merchants.ts'
import { largeReceipt } from '../../merchants/documents.ts'
import { keepOperatorsOwn, merchantSettings } from '../../merchants/merchant-settings.ts'
import { readSample, usualSample } from '../../merchants/templates/samples.ts'
import { pageOfReceipts } from '../../receipts/page.ts'
import { findReceipt, storedOptions } from '../../receipts/receipts.ts'
import type { Statistics } from '../../statistics/answers/answer.ts'
import {
  type Answer,
  type ApiContext,
  type Call,
  consoleOperation,
  consolePath,
  mountInConsole,
  type Operation,
} from '../operation.ts'
import { documentHeaders, retrieveHtml, retrievePdf, retrieveSlip } from '../operations/documents.ts'
import { retrieveStatistics } from '../operations/retrieve-statistics.ts'

/**
 * In the console's frame, which is at an address of its own: a `srcdoc` would have the console's policy, under which mails lose
 * their styles. Still without scripts or network; links open in a new tab.
 */
const framed = {
  'content-security-policy': documentHeaders['content-security-policy'].replace(
    / sandbox$/,
    " frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox",
  ),
}

/** A receipt as the customer sees it, and on paper. */
export function documentOperations(context: ApiContext): Operation[] {
  const html = retrieveHtml(context)
  const pdf = retrievePdf(context)
  const slip = retrieveSlip(context)
  return [
    mountInConsole(html, {
      id: 'frameReceipt',
      handle: async call => changed(await html.handle(call), framed),
    }),
    mountInConsole(pdf, {
      id: 'printReceipt',
      recorded: true,
      async handle(call) {
        const answer = await pdf.handle(call)
        return audited(call, 'inline' in call.query ? inline(answer) : answer)
      },
    }),
    mountInConsole(slip, {
      id: 'showSlip',
      recorded: true,
      handle: async call => audited(call, await slip.handle(call)),
    }),
  ]
}

function audited({ params }: Call, answer: Answer): Answer {
  return { ...answer, audit: { target: params.receiptId ?? '' } }
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
export function showStatistics({ statistics }: ApiContext): Operation {
  const brief: Statistics = { ...statistics, answer: query => statistics.answer({ ...query, brief: true }) }
  const operation = retrieveStatistics({ statistics: brief })
  const { keyScope: _, ...same } = operation
  return { ...same, id: 'showStatistics', path: `${consolePath}/statistics`, security: 'session', role: 'statistics' }
}

const draft = z.string().transform((text, context) => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    context.addIssue({ code: 'custom', message: 'must be JSON' })
    return z.NEVER
  }
})

/** A preview, before settings are saved: the merchant's newest receipt with them, or a sample if it has none, or that is large. */
export function previewSettings({ db, engines }: ApiContext): Operation {
  return consoleOperation('previewSettings', 'POST /preview', 'The newest receipt with settings that aren’t saved', {
    role: 'admin',
    recorded: false,
    isForm: true,
    body: z.object({ settings: draft.pipe(merchantSettings) }),
    async handle({ merchant, reach, input: { settings } }) {
      const all = { ...reach, from: 0, to: 8.64e15, transactionNumbers: [] }
      const [newest] = (await pageOfReceipts(db, all, 1, 1)).receipts
      const receipt = newest && (await findReceipt(db, reach, newest.id))
      const page = await engines
        .preview({ ...merchant, settings: keepOperatorsOwn(settings, merchant.settings) }, engine =>
          // A large one is made nowhere but apart, and there only with settings that are saved.
          receipt && receipt.api_request.length <= largeReceipt
            ? engine.html(receipt.api_request, storedOptions(receipt, []))
            : engine.html(readSample(usualSample).receipt, {}),
        )
        .catch(refuseUnworkable)
      return { status: 200, headers: { 'content-type': 'text/html; charset=utf-8', ...framed }, body: page }
    },
  })
}
