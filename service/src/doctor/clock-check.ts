import { execFile } from 'node:child_process'
import type { DatabaseLook } from '../database/look.ts'
import { type Found, fail, ok, warn } from './finding.ts'

const mend = 'Let the machine keep its time by NTP (chrony or systemd-timesyncd).'

/** Milliseconds that the clocks may differ: beyond the first, retries and retention are off; beyond the second, all is. */
const apart = { much: 5000, far: 300_000 }

/** Compares the clock with the database server's, and asks the system whether it is synchronized. */
export async function checkClock(look: Promise<DatabaseLook>, now: () => number): Promise<Found> {
  const server = await look.then(
    found => found.server,
    () => undefined,
  )
  const time = new Date(now()).toISOString()
  const off = server ? Math.abs(server.clockAhead) : 0
  const says = `It is ${time}, ${(off / 1000).toFixed(1)} s away from the database server's clock.`
  if (off > apart.far) return fail(says, mend)
  if (off > apart.much) return warn(says, mend)
  const isSynchronized = await asksSystem()
  if (isSynchronized === 'no') return warn(`It is ${time}; the system's clock is not synchronized.`, mend)
  if (isSynchronized === 'yes') return ok(`It is ${time}, synchronized.`)
  return ok(server ? says : `It is ${time}; this system doesn't tell whether that is synchronized.`)
}

/** `yes` or `no` by systemd's timedatectl, whatever program keeps the time; else empty. */
function asksSystem(): Promise<string> {
  const options = ['show', '--property=NTPSynchronized', '--value']
  return new Promise(resolve =>
    execFile('timedatectl', options, { timeout: 3000 }, (_, answer) => resolve(String(answer ?? '').trim())),
  )
}
