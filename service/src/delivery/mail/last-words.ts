/** What is used of nodemailer's pool beside its types; `service/test/closing-mail-server.test.ts` fails if that changes. */
interface Pool {
  _failDeliveryOnConnectionClose(resource: Resource): void
}

/** A connection of the pool, and the mail that it had. */
interface Resource {
  connection?: { lastServerResponse?: string | false }
  queueEntry?: { callback(error: unknown, ...rest: unknown[]): void } | false
}

/**
 * Makes a mail that no connection could take fail with what the server said on the last of them. nodemailer sends a mail on another one if
 * a connection that had mails before is closed, and says of the second only that it was closed, too.
 *
 * @param pool a transport's
 */
export function keepLastWords(pool: unknown): void {
  const of = pool as Pool
  const fail = of._failDeliveryOnConnectionClose
  of._failDeliveryOnConnectionClose = resource => {
    const { connection, queueEntry: entry } = resource
    const words = connection?.lastServerResponse || ''
    if (entry && /^421[ -]/.test(words)) {
      const { callback } = entry
      entry.callback = (error, ...rest) =>
        callback(Object.assign(error as Error, { response: words, responseCode: 421 }), ...rest)
    }
    fail.call(of, resource)
  }
}
