import { BrowserError, PrintError } from 'counterfoil'
import { rolls } from 'counterfoil/internal'
import { z } from 'zod'
import { whichDay } from '../../acts/statistics/day-end.ts'
import { zoneOf } from '../../merchants/merchant-settings.ts'
import { languageOf, speechIn, speechLanguages } from '../../merchants/speech.ts'
import { namesOfPeople } from '../../people/people.ts'
import { dayAsked, showDayEnd } from '../../statistics/day-end/answer.ts'
import { dayEndSheet } from '../../worker/reports/day-end-sheet.ts'
import { sheetPage } from '../../worker/reports/page.ts'
import { errors } from '../errors.ts'
import { type ApiContext, consoleOperation, type Operation } from '../operation.ts'
import { documentHeaders } from '../operations/documents.ts'

/** A day-end as a PDF for a receipt printer's roll, in a language of the console. */
export function printDayEnd({ db, engines, schedulers, pdfFailed }: ApiContext): Operation {
  return consoleOperation('printDayEnd', 'GET /day-end/pdf', 'A day-end as PDF', {
    mayWait: true,
    role: 'statistics',
    stores: 'some',
    query: z.object({
      ...whichDay,
      paper: z.enum(rolls, `must be one of ${rolls.join(', ')}`).default('roll80'),
      language: z
        .string()
        .refine(tag => speechLanguages().includes(tag), `must be one of ${speechLanguages().join(', ')}`)
        .optional(),
    }),
    async handle({
      merchant,
      reach,
      signal,
      parameters: { paper, language = languageOf(merchant.settings), ...asked },
    }) {
      const day = await showDayEnd(db, dayAsked(reach, asked), id => namesOfPeople(db, id))
      if (day.registers.length === 0) throw errors.notFound()
      const html = sheetPage(dayEndSheet(day, speechIn(language, zoneOf(merchant.settings))))
      const run = () => engines.print(merchant.id, { html, paper, date: `${asked.date}T00:00:00Z`, signal })
      const body = await schedulers.pdf.take({ merchantId: merchant.id, signal, run }).catch(error => {
        if (!(error instanceof PrintError || error instanceof BrowserError)) throw error
        pdfFailed()
        throw errors.unavailable(10, error)
      })
      const name = `day-end-${asked.storeId}-${asked.date}.pdf`.replace(/[^\w.-]+/g, '_')
      const { 'content-security-policy': _, ...headers } = documentHeaders
      return {
        status: 200,
        headers: {
          ...headers,
          'content-type': 'application/pdf',
          'content-disposition': `attachment; filename="${name}"`,
          'cache-control': 'private, no-store',
        },
        body,
      }
    },
  })
}
