/** The library that writes and sends mail. Loaded when it is asked for: an engine that does neither need not wait for it. */
export async function loadNodemailer() {
  return await import('nodemailer')
}
