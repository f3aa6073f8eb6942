import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { count, type Finding, middleAndMost, type Play, seconds } from './finding.ts'
import type { Manner } from './mail-server.ts'
import { type Random, seeded } from './random.ts'
import type { Stage } from './stage.ts'
import { type Bench, type Fault, type Suffered, suffer } from './suffer.ts'

/** Brings one fault after the other, and says what is seen of it from outside; those of PostgreSQL as often as there are cycles. */
export function sufferFaults(part: 'database' | 'faults'): Play {
  return async ({ cycles, seed, point = '' }, save) => {
    const suffered: Suffered[] = []
    const all = part === 'database' ? databaseFaults : faults()
    for (const fault of all.filter(({ name }) => name.includes(point))) {
      const [database, times] = part === 'database' ? (['PostgreSQL', cycles] as const) : (['SQLite', 1] as const)
      const one = await suffer(fault, database, times, seeded(seed))
      if (!one) return undefined
      suffered.push(one)
      save(findingOf(part, suffered))
    }
    return findingOf(part, suffered)
  }
}

const cells = {
  times: ({ times }) => count(times),
  'tills see': ({ answers }) =>
    [...Map.groupBy(answers, ({ status }) => status ?? 'no answer')]
      .map(([what, same]) => `${count(same.length)} × ${what}`)
      .join(', '),
  slowest: ({ answers }) => seconds(Math.max(0, ...answers.map(({ took }) => took))),
  'the log says': ({ log }) => withReasons(log) || 'nothing',
  'well again: middle, longest': ({ recoveries }) => middleAndMost(recoveries),
  'then all mails after': ({ caughtUp }) => seconds(caughtUp),
  receipts: ({ accepted }) => count(accepted),
  lost: ({ lost }) => count(lost),
  'mails lost': ({ neverMailed }) => count(neverMailed),
  'mailed again': ({ copies }) => count(copies),
  'at most': ({ interrupted }) => (interrupted === undefined ? '' : count(interrupted)),
  'processes ended': ({ ended }) => count(ended),
} satisfies Record<string, (one: Suffered) => string>

function findingOf(part: 'database' | 'faults', all: readonly Suffered[]): Finding {
  const columns = [part === 'database' ? 'PostgreSQL' : 'fault', ...Object.keys(cells)]
  const rows = all.map(one => [one.name, ...Object.values(cells).map(cell => cell(one))])
  const kept = all.every(
    ({ accepted, lost, neverMailed, copies, interrupted = copies, ended }) =>
      accepted > 0 && lost === 0 && neverMailed === 0 && copies <= interrupted && ended === 0,
  )
  return { part, columns, rows, kept: all.length > 0 && kept }
}

/** Each message once, with all its reasons. */
function withReasons(lines: readonly string[]): string {
  const parts = lines.map(line => /^(.*?)(?: \((.*)\))?$/.exec(line) ?? [])
  return [...Map.groupBy(parts, ([, message = '']) => message)]
    .map(([message, same]) => {
      const reasons = same.flatMap(([, , reason]) => reason ?? [])
      return `“${message}”${reasons.length > 0 ? ` (${reasons.join(', ')})` : ''}`
    })
    .join('; ')
}

/** How PostgreSQL fails. Each is over when `bring` settles. */
const databaseFaults: readonly Fault[] = [
  {
    name: 'killed (SIGKILL of all its processes), and started again at once',
    bring: ({ stage }) => stage.server?.restart('killed'),
  },
  {
    name: 'killed, and away for 5 to 15 s',
    bring: ({ stage, random }) => stage.server?.restart('killed', lasting(random)),
  },
  {
    name: 'restarted in order',
    bring: ({ stage, random }) => stage.server?.restart('fast', 1000 * random()),
  },
  { name: 'connections cut', bring: ({ wire }) => wire?.cut() },
  {
    name: 'black hole for 5 to 15 s: nothing is answered or refused, and the connections of before stay dead',
    async bring({ wire, random }) {
      wire?.swallow()
      await pause(lasting(random))
      wire?.mend()
    },
  },
  {
    name: 'connections cut, and a black hole for 5 to 15 s behind them',
    async bring({ wire, random }) {
      wire?.swallow()
      wire?.cut()
      await pause(lasting(random))
      wire?.mend()
      wire?.cut()
    },
  },
]

/** How long the server is away or silent: 5 to 15 s, milliseconds. */
function lasting(random: Random): number {
  return 5000 + 10_000 * random()
}

/** How long a fault lasts, milliseconds. */
const usual = 8000

/** What goes wrong with the rest. The one with a disk of its own is only there for root, who may mount it. */
function faults(): Fault[] {
  return [
    mail('mail server away', 'away'),
    mail('mail server answers 421', 'refuses'),
    mail('mail server hangs after DATA', 'hangs', 40_000),
    mail('mail server greylists', 'greylists'),
    mail('mail server answers after 2 s each time', 'slow'),
    ...(process.getuid?.() === 0 ? [fullDisk] : []),
    {
      name: 'no file may grow (EFBIG, a limit of the process)',
      lasts: usual,
      bring: bench => limit(pidOf(bench), 'fsize', 1),
      heal: bench => limit(pidOf(bench), 'fsize', undefined),
    },
    descriptors(),
  ]
}

const pidOf = ({ service }: Bench) => service.child.pid ?? 0

function mail(name: string, manner: Manner, lasts = usual): Fault {
  return {
    name,
    lasts,
    bring: ({ mailServer }) => mailServer.become(manner),
    heal: ({ mailServer }) => mailServer.become('well'),
  }
}

const folderOf = (stage: Stage) => stage.settings.DATA_DIR ?? ''
const fillerIn = (stage: Stage) => join(folderOf(stage), 'filler')

/** A disk of 24 MiB in memory for the data folder, filled to the last byte. */
const fullDisk: Fault = {
  name: 'disk full (ENOSPC, a small tmpfs)',
  lasts: usual,
  prepare(stage) {
    const folder = folderOf(stage)
    mkdirSync(folder, { recursive: true })
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=24m,mode=700', 'counterfoil', folder])
    stage.defer(() => execFileSync('umount', ['--lazy', folder]))
  },
  bring({ stage }) {
    for (const size of [65_536, 1]) {
      try {
        for (;;) appendFileSync(fillerIn(stage), Buffer.alloc(size))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      }
    }
  },
  heal: ({ stage }) => rmSync(fillerIn(stage)),
}

/** All but three of the files that the process may open are open. */
function descriptors(): Fault {
  const held: Socket[] = []
  return {
    name: 'file descriptors used up (EMFILE)',
    lasts: usual,
    bring(bench) {
      limit(pidOf(bench), 'nofile', readdirSync(`/proc/${pidOf(bench)}/fd`).length + 3)
      const port = Number(new URL(bench.service.url).port)
      for (let turn = 0; turn < 10; turn++) held.push(connect(port, '127.0.0.1').on('error', () => {}))
    },
    heal(bench) {
      for (const socket of held) socket.destroy()
      limit(pidOf(bench), 'nofile', undefined)
    },
  }
}

const limits = { fsize: 'Max file size', nofile: 'Max open files' }

/** Sets a limit of a running process, or gives it back: `prlimit` of util-linux, which needs no root. */
function limit(pid: number, resource: keyof typeof limits, soft: number | undefined): void {
  const all = readFileSync(`/proc/${pid}/limits`, 'utf8')
  const hard = new RegExp(`^${limits[resource]}\\s+\\S+\\s+(\\S+)`, 'm').exec(all)?.[1] ?? 'unlimited'
  execFileSync('prlimit', [`--pid=${pid}`, `--${resource}=${soft ?? hard}:${hard}`])
}
