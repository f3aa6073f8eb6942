import { setTimeout as pause } from 'node:timers/promises'
import { count, type Finding, type Play, seconds } from '../finding.ts'
import { openClient, type ResidentWatch, watchResident } from '../soak/client.ts'
import { startCountingMailServer } from '../soak/counting-mail-server.ts'
import { openStage } from '../stage.ts'

const columns = ['made', 'how many', 'errors', 'took', 'resident: first, second, last third', 'flat']

/** Tills, and as many receipts ahead of the mails at most. */
const tills = 8
const ahead = 500

/** Has one process accept, mail and print so many receipts, and looks at its memory. PDFs are a twentieth of the mails. */
export const soak: Play = async ({ mails }, save) => {
  await using mailServer = await startCountingMailServer()
  await using stage = await openStage('SQLite')
  if (!stage) return undefined
  Object.assign(stage.settings, {
    SMTP_URL: mailServer.url,
    RATE_LIMIT: '0',
    LOG_LEVEL: 'warn',
    MAIL_CONCURRENCY: '10',
  })
  const { url, child } = await stage.start()
  const ids: string[] = []
  let errors = 0
  const open = () =>
    openClient(url, (_, status) => {
      if (status !== 200) errors += 1
    })

  const memory = watchResident(child.pid ?? 0)
  const began = performance.now()
  let next = 0
  await Promise.all(
    Array.from({ length: tills }, async () => {
      const client = open()
      while (next < mails) {
        const number = next++
        if (number % Math.ceil(mails / 200) === 0) memory.look()
        const id = await client.create(number)
        if (id !== undefined && ids.length < 1000) ids.push(id)
        while (next - mailServer.taken() > ahead) await pause(20)
      }
      client.close()
    }),
  )
  while (mailServer.taken() < mails - errors) await pause(100)
  const rows = [rowOf('mails', mailServer.taken(), errors, performance.now() - began, memory)]
  save(findingOf(rows, errors === 0 && memory.isFlat()))

  const wanted = Math.ceil(mails / 20)
  const printing = watchResident(child.pid ?? 0, true)
  const printed = await printAll(open, ids, wanted, printing)
  rows.push(rowOf('PDFs, with the browsers’ memory', wanted - printed.failed, printed.failed, printed.took, printing))
  return findingOf(rows, errors === 0 && printed.failed === 0 && memory.isFlat() && printing.isFlat())
}

async function printAll(
  open: () => ReturnType<typeof openClient>,
  ids: readonly string[],
  wanted: number,
  memory: ResidentWatch,
) {
  const began = performance.now()
  let next = 0
  let failed = 0
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      const client = open()
      while (next < wanted) {
        const number = next++
        if (number % Math.ceil(wanted / 100) === 0) memory.look()
        if (!(await client.pdf(ids[number % ids.length] ?? ''))) failed += 1
      }
      client.close()
    }),
  )
  return { failed, took: performance.now() - began }
}

function rowOf(what: string, made: number, errors: number, took: number, memory: ResidentWatch): string[] {
  const thirds = memory.thirds().map(each => `${Math.round(each)} MiB`)
  return [what, count(made), count(errors), seconds(took), thirds.join(', '), memory.isFlat() ? 'yes' : 'NO']
}

function findingOf(rows: readonly (readonly string[])[], kept: boolean): Finding {
  return { part: 'soak', columns, rows: [...rows], kept }
}
