import { createVerify, X509Certificate } from 'node:crypto'
import { z } from 'zod'
import { createKeeper } from '../../../basics/ttl-cache.ts'

/** A message of Amazon SNS ("Parsing Amazon SNS message formats"). */
export const snsMessage = z.object({
  Type: z.enum(['Notification', 'SubscriptionConfirmation', 'UnsubscribeConfirmation']),
  MessageId: z.string(),
  TopicArn: z.string(),
  Subject: z.string().nullish(),
  Message: z.string(),
  Timestamp: z.string(),
  Token: z.string().optional(),
  SubscribeURL: z.string().optional(),
  SignatureVersion: z.enum(['1', '2']),
  Signature: z.string().max(2000),
  SigningCertURL: z.string().max(500),
})

/** One of them. */
type SnsMessage = z.infer<typeof snsMessage>

/** Gets a text by HTTPS. @throws Error if that fails */
export type FetchText = (url: string) => Promise<string>

/** A certificate is asked for once; names that nobody knows cost no more than so many requests a minute. */
const limits = { certificates: 10, fetchesAMinute: 10 }

/**
 * Makes what checks whether messages come from a topic: by their signature, with a certificate of the topic's own region, which only Amazon
 * can put there, as TLS proves.
 *
 * @param topicArn such as `arn:aws:sns:eu-west-1:123456789012:bounces`
 */
export function createSnsChecker(topicArn: string, fetchText: FetchText) {
  const [, partition = '', , region = ''] = topicArn.split(':')
  const host = `sns.${region}.amazonaws.com${partition === 'aws-cn' ? '.cn' : ''}`
  const certificates = createKeeper<X509Certificate>(limits.certificates)
  let fetches = { minute: 0, count: 0 }

  function fetchCertificate(url: string, at: number): Promise<X509Certificate> {
    return certificates(url, async () => {
      const minute = Math.floor(at / 60_000)
      fetches = { minute, count: fetches.minute === minute ? fetches.count + 1 : 1 }
      if (fetches.count > limits.fetchesAMinute) throw new Error('Too many certificates were asked for.')
      return new X509Certificate(await fetchText(url))
    })
  }

  return {
    /** @throws Error if the certificate can't be had */
    async isSigned(message: SnsMessage, at: number): Promise<boolean> {
      if (message.TopicArn !== topicArn || !isCertificate(message.SigningCertURL, host)) return false
      const { publicKey, validFromDate, validToDate } = await fetchCertificate(message.SigningCertURL, at)
      if (at < validFromDate.getTime() || at > validToDate.getTime()) return false
      const verify = createVerify(message.SignatureVersion === '1' ? 'RSA-SHA1' : 'RSA-SHA256')
      return verify.update(signedText(message)).verify(publicKey, message.Signature, 'base64')
    },
    /** Says that we want the topic's messages. @throws Error if that fails */
    async confirm({ SubscribeURL = '' }: SnsMessage): Promise<void> {
      const url = URL.canParse(SubscribeURL) ? new URL(SubscribeURL) : undefined
      if (url?.origin !== `https://${host}` || url.searchParams.get('TopicArn') !== topicArn) return
      await fetchText(url.href)
    },
  }
}

function isCertificate(text: string, host: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return (
    url?.origin === `https://${host}` &&
    url.username === '' &&
    url.search === '' &&
    /^\/SimpleNotificationService-[0-9a-f]{8,64}\.pem$/.test(url.pathname)
  )
}

/** What is signed: names and values, a line each, in the order of the names. */
function signedText(message: SnsMessage): string {
  const names =
    message.Type === 'Notification'
      ? (['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'] as const)
      : (['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'] as const)
  return names
    .map(name => [name, message[name]] as const)
    .filter(([, value]) => typeof value === 'string')
    .map(([name, value]) => `${name}\n${value}\n`)
    .join('')
}

/** Gets a small text by HTTPS, within ten seconds and without following anyone elsewhere. */
export const fetchSmallText: FetchText = async url => {
  const answer = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(10_000) })
  if (!answer.ok || !answer.body) throw new Error(`The answer was ${answer.status}.`)
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of answer.body) {
    size += chunk.length
    if (size > 65_536) throw new Error('The answer is too long.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
