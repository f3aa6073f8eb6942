import { z } from 'zod'
import type { Report } from '../../reports/report.ts'
import { amazonReasons, type Provider, parsed, reportOf, type Told, usualBodyLimit } from './provider.ts'
import { createSnsChecker, type FetchText, snsMessage } from './sns.ts'

const recipient = z.object({ emailAddress: z.string().max(1000) })
const recipients = z.array(recipient).max(100)
const statuses = z
  .array(recipient.extend({ status: z.string().optional(), diagnosticCode: z.string().optional() }))
  .max(100)

/** What SES says ("Amazon SNS notification contents for Amazon SES"), as far as it is used; of events, too, which name their type otherwise. */
const notification = z.object({
  notificationType: z.string().optional(),
  eventType: z.string().optional(),
  mail: z.object({
    source: z.string().optional(),
    headers: z.array(z.object({ name: z.string(), value: z.string() })).optional(),
    commonHeaders: z.object({ messageId: z.string().optional() }).optional(),
  }),
  bounce: z
    .object({
      timestamp: z.string().optional(),
      bounceType: z.string(),
      bounceSubType: z.string().optional(),
      bouncedRecipients: statuses,
    })
    .optional(),
  complaint: z
    .object({
      complainedRecipients: recipients,
      complaintFeedbackType: z.string().nullish(),
      complaintSubType: z.string().nullish(),
    })
    .optional(),
  delivery: z
    .object({
      timestamp: z.string().optional(),
      recipients: z.array(z.string().max(1000)).max(100),
      smtpResponse: z.string().optional(),
    })
    .optional(),
  deliveryDelay: z
    .object({
      timestamp: z.string().optional(),
      delayType: z.string().optional(),
      delayedRecipients: statuses,
    })
    .optional(),
})

/** Amazon SES, through a topic of SNS, to whose messages this service subscribes when the topic asks. */
export function createSes({ topicArn }: { topicArn: string }, fetchText: FetchText): Provider {
  const sns = createSnsChecker(topicArn, fetchText)
  return {
    bodyLimit: usualBodyLimit,
    async read({ body }, at) {
      const { data: message } = snsMessage.safeParse(parsed(body))
      if (!message || !(await sns.isSigned(message, at))) return 'unsigned'
      if (message.Type === 'SubscriptionConfirmation') await sns.confirm(message)
      return message.Type === 'Notification' ? reportsIn(message.Message) : []
    },
  }
}

function reportsIn(text: string): Report[] {
  const { data } = notification.safeParse(parsed(text))
  if (!data) return []
  const { mail, bounce, complaint, delivery, deliveryDelay } = data
  const header = mail.headers?.find(({ name }) => name.toLowerCase() === 'message-id')?.value
  const about = {
    messageId: header ?? mail.commonHeaders?.messageId,
    ids: [mail.source],
    at: (bounce ?? delivery ?? deliveryDelay)?.timestamp,
  }
  const told = [
    ...(bounce ? bounced(bounce) : []),
    ...(complaint ? complained(complaint) : []),
    ...(delivery ? delivered(delivery) : []),
    ...(deliveryDelay ? delayed(deliveryDelay) : []),
  ]
  return told.map(each => reportOf({ ...about, ...each }))
}

type Notification = z.infer<typeof notification>

function bounced({ bounceType, bounceSubType = '', bouncedRecipients }: NonNullable<Notification['bounce']>): Told[] {
  const isPassing = bounceType !== 'Permanent'
  return bouncedRecipients.map(({ emailAddress: recipient, status, diagnosticCode }) => {
    // Answers of programs come as these, without a code.
    const isAnswer = isPassing && bounceSubType === 'General' && diagnosticCode === undefined && status === undefined
    return {
      kind: isAnswer ? 'out_of_office' : 'bounce',
      ...{ recipient, isPassing, enhanced: status },
      text: diagnosticCode,
      label: `${bounceType} ${bounceSubType}`,
      otherwise: amazonReasons[bounceSubType] ?? 'other',
    }
  })
}

function complained(complaint: NonNullable<Notification['complaint']>): Told[] {
  const { complaintFeedbackType: type, complaintSubType: sub, complainedRecipients } = complaint
  if (type === 'not-spam') return []
  const all = complainedRecipients.map(({ emailAddress: recipient }) => ({
    recipient,
    label: sub ?? type ?? 'complaint',
  }))
  // Amazon didn't send it: the person complained about another mail before.
  if (sub === 'OnAccountSuppressionList')
    return all.map(one => ({ ...one, kind: 'bounce', otherwise: 'policy', isPassing: true }))
  return all.map(one => ({ ...one, kind: 'complaint' }))
}

function delivered({ recipients, smtpResponse }: NonNullable<Notification['delivery']>): Told[] {
  return recipients.map(recipient => ({ kind: 'delivered', recipient, text: smtpResponse }))
}

function delayed({ delayType, delayedRecipients }: NonNullable<Notification['deliveryDelay']>): Told[] {
  return delayedRecipients.map(({ emailAddress: recipient, status, diagnosticCode }) => ({
    ...{ recipient, enhanced: status, text: diagnosticCode, label: delayType },
    kind: 'delayed',
  }))
}
