import { zoneOf } from '../merchants/merchant-settings.ts'
import { type Speech, speechIn } from '../merchants/speech.ts'
import { escaped } from '../worker/reports/sheet.ts'
import { createStopTokens, findStopping, type Stopping, stopPath, stopReport } from '../worker/reports/stop.ts'
import { type Answer, type ApiContext, type Call, type Operation, openOperation } from './operation.ts'

/**
 * Where somebody asks for no more of a report: a page that asks back, because programs open links in mails, and a POST from its button or,
 * by one click, from a mail program (RFC 8058).
 */
export function reportStops({ db, now, searchKey }: ApiContext): Operation[] {
  const tokens = createStopTokens(searchKey)
  const path = `${stopPath}{token}`
  const found = { description: 'The page', contentType: 'text/html' }
  const stoppingOf = async ({ params }: Call) => {
    const id = tokens.read(params.token ?? '')
    return id === undefined ? undefined : findStopping(db, id)
  }
  const asking = openOperation('askToStopReport', path, 'Ask whether a report is to be stopped', found, async call => {
    const stopping = await stoppingOf(call)
    if (!stopping) return gone()
    const { speech, values } = wordsOf(stopping)
    const { say } = speech
    if (stopping.recipient.stopped_at !== null) return page(speech, say('reports.stopped', values))
    return page(speech, say('reports.stopText', values), say('reports.stopButton'))
  })
  return [
    asking,
    {
      ...{ ...asking, id: 'stopReport', method: 'POST', summary: 'Stop a report', isForm: true, bodyLimit: 1000 },
      async handle(call) {
        const stopping = await stoppingOf(call)
        if (!stopping) return gone()
        await stopReport(db, stopping.recipient.id, now())
        const { speech, values } = wordsOf(stopping)
        return page(speech, speech.say('reports.stopped', values))
      },
    },
  ]
}

function wordsOf({ recipient, schedule, merchant }: Stopping) {
  const speech = speechIn(schedule.language, zoneOf(merchant.settings))
  const address = recipient.email_address
  const values = { address, report: speech.say(`reports.kind.${schedule.report}`), merchant: merchant.name }
  return { speech, values }
}

function gone(): Answer {
  const speech = speechIn('en-US', 'UTC')
  return { ...page(speech, speech.say('reports.stopUnknown')), status: 404 }
}

const policy =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

/** Its address holds the token: neither caches nor other sites get to know it. */
function page({ language, direction, say }: Speech, text: string, button?: string): Answer {
  const form = button === undefined ? '' : `<form method="post"><button>${escaped(button)}</button></form>`
  const title = escaped(say('reports.stopTitle'))
  return {
    status: 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    },
    body: `<!doctype html><html lang="${language}" dir="${direction}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${style}</style></head><body><main><h1>${title}</h1><p>${escaped(text)}</p>${form}</main></body></html>`,
  }
}

const style = `:root{color-scheme:light dark;font:17px/26px system-ui,sans-serif;color:light-dark(#1d1b16,#ece8df);background:light-dark(#f4f2ec,#131210)}
main{max-width:32em;margin:12vh auto;padding:0 20px;overflow-wrap:anywhere}h1{font-size:26px;line-height:34px}
button{min-height:44px;padding:8px 18px;border:0;border-radius:8px;background:light-dark(#1f5c4d,#7fc4b0);color:light-dark(#fff,#10201b);font:inherit;font-weight:600;cursor:pointer}
button:focus-visible{outline:2px solid currentColor;outline-offset:2px}`
