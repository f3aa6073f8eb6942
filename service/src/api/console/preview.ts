import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { refuseUnworkable } from '../../merchants/acts.ts'
import { keepOperatorsOwn, merchantSettings } from '../../merchants/merchant-settings.ts'
import { pageOfReceipts } from '../../receipts/page.ts'
import { findReceipt } from '../../receipts/receipts.ts'
import { storedOptions } from '../../receipts/stored-document.ts'
import type { ApiContext } from '../context.ts'
import type { Operation } from '../operation.ts'
import { framed } from './documents.ts'
import { consoleOperation } from './operation.ts'

const draft = z.string().transform((text, context) => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    context.addIssue({ code: 'custom', message: 'must be JSON' })
    return z.NEVER
  }
})

/** A preview, before settings are saved: the merchant's newest receipt with them, or a sample. */
export function previewSettings({ db, engines }: ApiContext): Operation {
  return consoleOperation('previewSettings', 'POST /preview', 'The newest receipt with settings that aren’t saved', {
    role: 'admin',
    recorded: false,
    isForm: true,
    body: z.object({ settings: draft.pipe(merchantSettings) }),
    async handle({ merchant, input: { settings } }) {
      const all = { merchantId: merchant.id, from: 0, to: 8.64e15, transactionNumbers: [] }
      const [newest] = (await pageOfReceipts(db, all, 1, 1)).receipts
      const receipt = newest && (await findReceipt(db, merchant.id, newest.id))
      const page = await engines
        .preview(keepOperatorsOwn(settings, merchant.settings), engine =>
          receipt ? engine.html(receipt.api_request, storedOptions(receipt, [])) : engine.html(sampleReceipt()),
        )
        .catch(refuseUnworkable)
      return { status: 200, headers: { 'content-type': 'text/html; charset=utf-8', ...framed }, body: page }
    },
  })
}

/** One of the engine's samples, for shops whose tills have sent nothing yet. */
function sampleReceipt(): string {
  return readFileSync(
    new URL('fixtures/pharmacy/receipt.json', import.meta.resolve('counterfoil/package.json')),
    'utf8',
  )
}
