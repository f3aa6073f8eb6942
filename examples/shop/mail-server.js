import { setTimeout as pause } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'

/** A mail server on loopback that counts the mails to each address. */
export async function startMailServer() {
  const mails = new Map()
  let lastAt = Date.now()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    logger: false,
    closeTimeout: 200,
    onData(stream, session, done) {
      stream.resume()
      stream.on('end', () => {
        lastAt = Date.now()
        for (const { address } of session.envelope.rcptTo) mails.set(address, (mails.get(address) ?? 0) + 1)
        done()
      })
    },
  })
  server.on('error', () => {})
  await new Promise(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `smtp://127.0.0.1:${server.server.address().port}`,
    /** How many mails came to each address. */
    mails,
    /** Waits until no mail came for a while: interrupted ones are sent again within seconds. */
    async quiet() {
      while (Date.now() - lastAt < 12_000) await pause(200)
    },
    close: () => new Promise(resolve => server.close(resolve)),
  }
}
