import { listenSmtp } from '../test/support/loopback-smtp.ts'

/** A mail server that accepts everything and keeps nothing. Sends its address, and on request how many mails it accepted. */
let taken = 0
const { url } = await listenSmtp({
  onData(stream, _session, done) {
    stream.resume().on('end', () => {
      taken += 1
      done()
    })
  },
})
process.send?.(url)
process.on('message', () => process.send?.(taken))
