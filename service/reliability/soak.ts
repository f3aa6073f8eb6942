import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { type MemoryWatch, watchMemory } from '../../test/fuzz/memory.ts'
import { commandOf, descendantsOf } from '../../test/support/processes.ts'
import { run as startProcess, takenBy } from '../bench/stage.ts'
import { basic, demoCredentials, postReceipt } from '../test/support/tills.ts'
import { count, type Finding, type Play, seconds } from './finding.ts'
import { openStage } from './stage.ts'

const columns = ['made', 'how many', 'errors', 'took', 'resident: first, second, last third', 'flat']

/** Tills, and as many receipts ahead of the mails at most. */
const tills = 8
const ahead = 500

/** What is in each receipt. */
const sale = {
  items: Array.from({ length: 5 }, (_, at) => ({ name: `Tea ${at}`, price: 4.5, total: 4.5 })),
  grandAmount: 22.5,
}

/** Has one process accept, mail and print so many receipts, and looks at its memory. PDFs are a twentieth of the mails. */
export const soak: Play = async ({ mails }, save) => {
  await using stage = await openStage('SQLite')
  if (!stage) return undefined
  const sink = await startProcess('mail-sink.ts')
  stage.defer(sink.stop)
  const settings = { SMTP_URL: sink.address, RATE_LIMIT: '0', LOG_LEVEL: 'warn', MAIL_CONCURRENCY: '10' }
  const { url, child } = await stage.start(settings)
  const pid = child.pid ?? 0
  const ids: string[] = []
  let taken = 0
  const mailing = await keepBusy(
    tills,
    mails,
    () => residentOf(pid),
    async number => {
      const { receiptId } = await postReceipt(url, `soak-${number}`, 60_000, sale)
      if (receiptId !== undefined && ids.length < 1000) ids.push(receiptId)
      while (number - taken > ahead) {
        taken = await takenBy(sink)
        await pause(20)
      }
      return receiptId !== undefined
    },
  )
  while ((await takenBy(sink)) < mails - mailing.errors) await pause(100)
  save(findingOf([['mails', mailing]]))

  const headers = { authorization: basic(demoCredentials) }
  const withBrowsers = () => {
    const browsers = descendantsOf(pid).filter(each => /chrom/i.test(commandOf(each)))
    return residentOf(pid) + browsers.reduce((sum, each) => sum + privateOf(each), 0)
  }
  const printing = await keepBusy(4, Math.ceil(mails / 20), withBrowsers, async number => {
    const id = ids[number % ids.length]
    const answer = await fetch(`${url}/ws/rest/v1/merchants/demo/receipts/${id}/pdf`, { headers })
    return (await answer.text()).startsWith('%PDF-')
  })
  return findingOf([
    ['mails', mailing],
    ['PDFs, with the browsers’ memory', printing],
  ])
}

/** Does so many things, some at once, and looks at the memory now and then. */
async function keepBusy(
  atOnce: number,
  wanted: number,
  bytesInUse: () => number,
  work: (number: number) => Promise<boolean>,
) {
  const began = performance.now()
  const memory = watchMemory(bytesInUse)
  let next = 0
  let errors = 0
  const workers = Array.from({ length: atOnce }, async () => {
    while (next < wanted) {
      const number = next++
      if (number % Math.ceil(wanted / 200) === 0) memory.look()
      if (!(await work(number).catch(() => false))) errors += 1
    }
  })
  await Promise.all(workers)
  return { made: wanted - errors, errors, took: performance.now() - began, memory }
}

const residentOf = (pid: number) => fieldOf(pid, 'VmRSS')
/** Browsers' processes share most pages. */
const privateOf = (pid: number) => fieldOf(pid, 'RssAnon')

/** A field of a process in bytes; 0 if it is gone. */
function fieldOf(pid: number, name: string): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}

type Soaked = Awaited<ReturnType<typeof keepBusy>>

function findingOf(all: readonly (readonly [what: string, soaked: Soaked])[]): Finding {
  const rows = all.map(([what, { made, errors, took, memory }]) => {
    const thirds = memory.thirds().map(each => `${Math.round(each)} MiB`)
    return [what, count(made), count(errors), seconds(took), thirds.join(', '), isFlat(memory) ? 'yes' : 'NO']
  })
  return { part: 'soak', columns, rows, kept: all.every(([, { errors, memory }]) => errors === 0 && isFlat(memory)) }
}

/** The last third is at most 5 % and 8 MiB above the second; the first is warming up. */
function isFlat(memory: MemoryWatch): boolean {
  const [, second, last] = memory.thirds()
  return last <= second * 1.05 + 8
}
