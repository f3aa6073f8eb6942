import type { EmailMessage } from 'counterfoil'
import { domainOf } from '../basics/addresses.ts'
import { newId } from '../basics/ids.ts'
import type { Log } from '../basics/monitoring/log.ts'
import type { MailTransport } from '../delivery/mail/transport.ts'
import type { OutboxContext } from '../delivery/outbox/delivery.ts'
import { forgetOldSecrets } from '../delivery/webhooks/endpoints.ts'
import { type Notice, sendNotices } from '../delivery/webhooks/notice.ts'
import { tellSilences } from '../delivery/webhooks/silence.ts'
import { expireWebhooks, sweepWebhooks } from '../delivery/webhooks/upkeep.ts'

interface UpkeepOptions {
  db: OutboxContext['db']
  now: () => number
  transport: Pick<MailTransport, 'send'>
  mailFrom: string
  log: Log
}

/** Milliseconds that the mail server may take for a notice. */
const noticeMs = 60_000

/** Milliseconds between two looks for silent tills: their habits are read, and nobody is told within a minute anyway. */
const silenceEveryMs = 600_000

/** What a worker does for webhooks, besides posting: every minute and every hour. */
export function createWebhookUpkeep({ db, now, transport, mailFrom, log }: UpkeepOptions) {
  let lookedAt = Number.NEGATIVE_INFINITY
  return {
    async everyMinute(): Promise<void> {
      await sweepWebhooks(db, now())
      for (const { endpointId: webhookId, error } of await sendNotices(db, mail, now()))
        log.warn('A merchant could not be told that a webhook is off; it is tried again in an hour', {
          webhookId,
          error,
        })
      if (Math.abs(now() - lookedAt) < silenceEveryMs) return
      lookedAt = now()
      await tellSilences(db, now())
    },
    async everyHour(): Promise<void> {
      await forgetOldSecrets(db, now())
      await expireWebhooks(db, now())
    },
  }

  async function mail(notice: Notice): Promise<void> {
    const id = newId()
    await transport.send(
      {
        ...{ deliveryId: id, to: notice.to, messageId: `<${id}@${domainOf(mailFrom)}>`, date: new Date(now()) },
        from: { name: 'Counterfoil', address: mailFrom },
        content: contentOf(notice),
      },
      AbortSignal.timeout(noticeMs),
    )
  }
}

/** What a worker does for webhooks. */
export type WebhookUpkeep = ReturnType<typeof createWebhookUpkeep>

function contentOf({ language, direction, subject, text }: Notice): EmailMessage {
  const [title, ...paragraphs] = [subject, ...text].map(each =>
    each.replace(/[&<>"]/g, sign => `&#${sign.charCodeAt(0)};`),
  )
  return {
    ...{ subject, preheader: '', text: `${text.join('\n\n')}\n`, attachments: [] },
    html: `<!doctype html><html lang="${language}" dir="${direction}"><head><meta charset="utf-8"><title>${title}</title></head><body style="font:16px/1.5 sans-serif;max-width:36em">${paragraphs.map(paragraph => `<p>${paragraph}</p>`).join('')}</body></html>`,
    headers: { 'Content-Language': language, 'Auto-Submitted': 'auto-generated' },
  }
}
