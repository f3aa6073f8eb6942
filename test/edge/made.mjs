/** What a mailer makes of receipts, as one text to compare; in every runtime. Plain JavaScript, because not all of them read types. */
export function made({ createMailer }, languages, receipts) {
  const mailer = createMailer({ languages })
  return receipts.map(({ receipt, acceptLanguage }) => makings(mailer, receipt, { acceptLanguage })).join('\n')
}

/** What a mailer or an engine makes of one receipt. */
export function makings(maker, receipt, options) {
  const { attachments, ...mail } = maker.email(receipt, options)
  const images = attachments.map(({ content, ...image }) => ({ ...image, bytes: Array.from(content) }))
  return JSON.stringify([
    mail,
    images,
    maker.html(receipt, options),
    maker.text(receipt, options),
    maker.slip(receipt, options),
  ])
}
