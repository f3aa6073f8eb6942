import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, inject, onTestFinished, test } from 'vitest'
import { isExhaustive } from '../../test/support/scope.ts'
import { deliveriesCommand } from '../src/commands/mail-commands.ts'
import { startMailServer, until } from './support/mail-server.ts'
import { makeDatabase, postgresBinaries } from './support/postgres-server.ts'
import { receipt, startService } from './support/service.ts'

const bin = postgresBinaries()
const run = promisify(execFile)

// Other versions' programs may refuse the server of TEST_DATABASE_URL. That a restore holds mails back is backup.test.ts.
test.runIf(isExhaustive && bin !== undefined && process.env.TEST_DATABASE_URL === undefined)(
  'a dump of PostgreSQL with queued mails, restored elsewhere, sends them when it is told to',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'counterfoil-dump-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const dump = join(folder, 'receipts.dump')
    const copy = await makeDatabase(inject('postgresUrl'))
    await using mailServer = await startMailServer()
    const ids: string[] = []
    {
      await using shop = await startService({ database: 'PostgreSQL', withoutWorker: true })
      for (const number of ['D-1', 'D-2', 'D-3']) ids.push(await shop.create(receipt({ transactionNumber: number })))
      const url = shop.config.databaseUrl ?? ''
      const dumping = run(join(bin ?? '', 'pg_dump'), ['--format=custom', `--file=${dump}`, url])
      // It is a snapshot: what comes meanwhile may or may not be in it, but never by half.
      for (let number = 4; number < 12; number++) await shop.create(receipt({ transactionNumber: `D-${number}` }))
      await dumping
    }
    await run(join(bin ?? '', 'pg_restore'), ['--exit-on-error', '--no-owner', `--dbname=${copy.url}`, dump])
    const command = async (...args: string[]) => {
      let out = ''
      const write = { stdout: { write: (text: string) => (out += text) }, stderr: { write: () => {} } }
      expect(await deliveriesCommand(args, { DATABASE_URL: copy.url } as NodeJS.ProcessEnv, write)).toBe(0)
      return JSON.parse(out)
    }
    const pause = await command('pause', '--all', '--reason', 'Restored')

    const settings = { DATABASE_URL: copy.url, SMTP_URL: mailServer.url }
    await using restored = await startService({ database: 'PostgreSQL', settings })
    const { ask, receipts } = restored
    const statusOf = async (id = '') => (await ask(receipts(`/${id}/deliveries`))).json[0].status
    for (const [index, id] of ids.entries()) {
      expect((await ask(receipts(`/${id}`))).json.apiRequest.transactionNumber).toBe(`D-${index + 1}`)
      await until(async () => (await statusOf(id)) === 'held')
    }
    expect(mailServer.mails).toEqual([])

    expect(await command('resume', pause.id)).toEqual({ queued: expect.any(Number) })
    for (const id of ids) await until(async () => (await statusOf(id)) === 'sent')
    const again = await restored.create(receipt({ transactionNumber: 'D-99' }))
    await until(async () => (await statusOf(again)) === 'sent')
    const { json: page } = await ask(receipts('?fromDate=2020-01-01&toDate=2100-01-01&pageSize=100'))
    await until(() => mailServer.mails.length === page.length)
    expect(new Set(mailServer.mails.map(({ messageId }) => messageId)).size).toBe(mailServer.mails.length)
  },
)
