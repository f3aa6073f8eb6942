import { SMTPServer } from 'smtp-server'

/** A mail server that takes everything and keeps nothing. Tells its address, then how many it took when asked. */
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
// A client that is killed resets its connections.
server.on('error', () => {})
server.listen(0, '127.0.0.1', () => {
  const { port } = server.server.address() as { port: number }
  process.send?.(`smtp://127.0.0.1:${port}`)
})
process.on('message', () => process.send?.(taken))
