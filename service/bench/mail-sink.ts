import { SMTPServer } from 'smtp-server'

/** A mail server that accepts everything and keeps nothing. Sends its address, and on request how many mails it accepted. */
let taken = 0
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  disableReverseLookup: true,
  logger: false,
  onData(stream, _session, done) {
    stream.resume()
    stream.on('end', () => {
      taken += 1
      done()
    })
  },
})
// A killed client resets its connections.
server.on('error', () => {})
server.listen(0, '127.0.0.1', () => {
  const { port } = server.server.address() as { port: number }
  process.send?.(`smtp://127.0.0.1:${port}`)
})
process.on('message', () => process.send?.(taken))
