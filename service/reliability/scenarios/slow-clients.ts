import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { startMailServer } from '../../test/support/mail-server.ts'
import { basic, demoCredentials, startTills } from '../../test/support/tills.ts'
import { countUp, type Row } from '../report.ts'
import { openStage } from '../stage.ts'

/** How long an orchestrator waits before it kills, milliseconds. */
const grace = 30_000

/** Stops the service while clients have sent half their requests, then restarts it. */
export async function slowClients(): Promise<Row | undefined> {
  await using stage = await openStage('SQLite')
  if (!stage) return undefined
  await using mailServer = await startMailServer()
  stage.settings.SMTP_URL = mailServer.url
  const running = await stage.start()
  const tills = startTills(running.url, 4, 'stop')
  stage.defer(tills.close)
  const sockets = [
    'POST /ws/rest/v1/merchants/demo/receipts HTTP/1.1\r\nHost: localhost\r\n',
    `POST /ws/rest/v1/merchants/demo/receipts HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${basic(demoCredentials)}\r\n` +
      'Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{',
    '',
  ].map(text => slowClient(Number(new URL(running.url).port), text))
  await pause(500)
  const since = Date.now()
  const code = await running.stop()
  const took = Date.now() - since
  for (const socket of sockets) socket.destroy()
  await tills.close()
  const again = await stage.start()
  const counts = await countUp(again.url, tills, mailServer)
  return {
    scenario: 'SIGTERM with slow clients',
    cycles: 1,
    recoveries: [took],
    ...counts,
    kept: counts.kept && code === 0 && took < grace,
    note: `exit ${code} after ${(took / 1000).toFixed(1)} s`,
  }
}

function slowClient(port: number, text: string): Socket {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write(text)
  return socket
}
