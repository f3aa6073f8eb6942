import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdirSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Bench, Fault } from './bench.ts'
import { browsersOf, limit, openFiles } from './processes.ts'
import type { Manner } from './troubled-mail-server.ts'

/** What goes wrong, one after the other. The one with a disk of its own is only there for root, who may mount it. */
export function faults(): Fault[] {
  return [
    mail('mail server away', 'away'),
    mail('mail server answers 421', 'refuses'),
    mail('mail server hangs after DATA', 'hangs', 40_000),
    mail('mail server greylists', 'greylists'),
    mail('mail server answers after 2 s each time', 'slow'),
    ...(process.getuid?.() === 0 ? [fullDisk()] : []),
    fileSize(),
    descriptors(),
    halfRequests(),
    browser('browser killed', pid => process.kill(pid, 'SIGKILL')),
    browser('browser stopped', pid => process.kill(pid, 'SIGSTOP')),
    browser('browser out of memory', pid => limit(pid, 'as', 1)),
  ]
}

function mail(name: string, manner: Manner, lasts?: number): Fault {
  return {
    name,
    ...(lasts && { lasts }),
    bring: ({ mailServer }) => mailServer.become(manner),
    heal: ({ mailServer }) => mailServer.become('well'),
  }
}

/** A disk of 24 MiB in memory for the data folder, filled up. */
function fullDisk(): Fault {
  let folder = ''
  const filler = () => join(folder, 'filler')
  return {
    name: 'disk full (ENOSPC, a small tmpfs)',
    prepare(stage) {
      folder = stage.settings.DATA_DIR ?? ''
      mkdirSync(folder, { recursive: true })
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=24m,mode=700', 'counterfoil', folder])
      stage.defer(() => execFileSync('umount', ['--lazy', folder]))
    },
    bring: () => fillUp(filler()),
    heal: () => rmSync(filler()),
  }
}

/** Writes until nothing more fits; the service writes, too. */
function fillUp(file: string): void {
  for (const size of [65_536, 1]) {
    try {
      for (;;) appendFileSync(file, Buffer.alloc(size))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    }
  }
}

/** No file may grow: what a quota does. */
function fileSize(): Fault {
  return {
    name: 'no file may grow (EFBIG, a limit of the process)',
    bring: ({ service }) => limit(service.child.pid ?? 0, 'fsize', 1),
    heal: ({ service }) => limit(service.child.pid ?? 0, 'fsize', undefined),
  }
}

/** All but three of the files that the process may open are open. */
function descriptors(): Fault {
  const held: Socket[] = []
  return {
    name: 'file descriptors used up (EMFILE)',
    async bring({ service }) {
      const pid = service.child.pid ?? 0
      limit(pid, 'nofile', openFiles(pid) + 3)
      for (let turn = 0; turn < 10; turn++) {
        const socket = connect(Number(new URL(service.url).port), '127.0.0.1')
        socket.on('error', () => {})
        held.push(socket)
      }
    },
    heal({ service }) {
      for (const socket of held) socket.destroy()
      limit(service.child.pid ?? 0, 'nofile', undefined)
    },
  }
}

/** Ten times as many connections as the service takes, from the till's address, which begin a request and keep their side open for good. */
function halfRequests(): Fault {
  const held: Socket[] = []
  return {
    name: '10,000 connections with half a request, never closed by their side',
    settings: { MAX_CONNECTIONS_PER_ADDRESS: '0' },
    prepare: stage => stage.defer(() => void held.forEach(socket => void socket.destroy())),
    async bring({ service }) {
      const port = Number(new URL(service.url).port)
      for (let turn = 0; turn < 10_000; turn++) {
        const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
        socket.on('error', () => {})
        socket.write('POST /ws/rest/v1/merchants/demo/receipts HTTP/1.1\r\nHost: localhost\r\n')
        held.push(socket)
        if (turn % 100 === 0) await pause(1)
      }
    },
    // What ends them is the service alone.
    heal: () => undefined,
  }
}

/** PDFs are asked for all the while, and the browsers that print suffer. */
function browser(name: string, hurt: (pid: number) => void): Fault {
  let asking: Promise<unknown> | undefined
  let hurtOnes: number[] = []
  return {
    name,
    lasts: 20_000,
    async bring(bench) {
      const warm = await bench.askPdf()
      if (warm !== 200) throw new Error(`The first PDF was a ${warm}.`)
      const pid = bench.service.child.pid ?? 0
      asking = Promise.all(Array.from({ length: 3 }, () => askAndTell(bench)))
      hurtOnes = name.includes('memory') ? browsersOf(pid, 'renderer') : browsersOf(pid)
      for (const one of hurtOnes) hurt(one)
    },
    async heal(bench) {
      await asking
      const since = performance.now()
      while ((await bench.askPdf()) !== 200);
      const left = new Set(browsersOf(bench.service.child.pid ?? 0))
      bench.saw(`${hurtOnes.filter(one => !left.has(one)).length} of ${hurtOnes.length} of the processes were replaced`)
      bench.saw(`PDFs again after ${Math.round(performance.now() - since)} ms`)
    },
  }
}

async function askAndTell(bench: Bench): Promise<void> {
  for (let turn = 0; turn < 3; turn++) bench.saw(`PDF ${await bench.askPdf()}`)
}
