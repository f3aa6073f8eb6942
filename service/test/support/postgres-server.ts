import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { descendantsOf } from '../../../test/support/processes.ts'
import { memoryFolder } from './memory-folder.ts'

/** A PostgreSQL server for one test run, and how to end it. */
export interface TestServer {
  url: string
  /**
   * Ends the server and starts it again on the same data. `fast` closes its connections in order, as an upgrade does;
   * `killed` is kill -9 of all its processes.
   *
   * @param away milliseconds in between
   */
  restart(how: 'fast' | 'killed', away?: number): Promise<void>
  stop(): Promise<void>
}

/**
 * Starts a throw-away server from the binaries of this machine; undefined where there are none. Tests need no fsync, and their queries
 * of few rows take less time than to compile them would.
 */
export async function startPostgres({ fsync = 'off' }: { fsync?: 'on' | 'off' } = {}): Promise<TestServer | undefined> {
  const bin = postgresBinaries()
  if (bin === undefined) return undefined
  const folder = mkdtempSync(join(fsync === 'on' ? tmpdir() : memoryFolder, 'counterfoil-postgres-'))
  const guard = endWithThisProcess(folder)
  const user = ordinaryUser()
  if (user) chownSync(folder, user.uid, user.gid)
  const data = join(folder, 'data')
  const port = await freePort()
  execFileSync(join(bin, 'initdb'), ['-D', data, '-U', 'test', '--auth=trust', '--no-sync'], {
    ...user,
    cwd: folder,
    stdio: 'ignore',
  })
  const settings = {
    fsync,
    jit: 'off',
    max_connections: '200',
    unix_socket_directories: folder,
    log_min_messages: 'fatal',
  }
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const url = `postgres://test@127.0.0.1:${port}/postgres`
  let server = await start()
  return {
    url,
    async restart(how, away = 0) {
      await end(how === 'fast' ? 'SIGINT' : 'SIGKILL')
      await pause(away)
      server = await start()
    },
    async stop() {
      guard.kill()
      await end('SIGINT')
      rmSync(folder, { recursive: true, force: true })
    },
  }

  async function start(): Promise<ChildProcess> {
    let started = run()
    await answering(url, () => {
      // It gives up while a process of the one before still has its memory.
      if (hasEnded(started)) started = run()
    })
    return started
  }

  function run(): ChildProcess {
    const args = ['-D', data, '-p', String(port), '-h', '127.0.0.1', ...options]
    return spawn(join(bin as string, 'postgres'), args, { ...user, cwd: folder, stdio: 'ignore' })
  }

  async function end(signal: 'SIGINT' | 'SIGKILL'): Promise<void> {
    if (hasEnded(server)) return
    const ended = once(server, 'exit')
    const children = signal === 'SIGKILL' && server.pid !== undefined ? descendantsOf(server.pid) : []
    server.kill(signal)
    for (const child of children) kill(child)
    await ended
  }
}

/** Ends the server of a folder, and removes it, once this process is gone, however that ends: its end of the pipe closes then. */
function endWithThisProcess(folder: string): ChildProcess {
  const script = 'read -r _; kill -QUIT "$(head -n 1 "$0/data/postmaster.pid")"; sleep 1; rm -rf "$0"'
  const guard = spawn('sh', ['-c', script, folder], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
  guard.unref()
  if (guard.stdin instanceof Socket) guard.stdin.unref()
  return guard
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It ended with its parent.
  }
}

/**
 * Makes a database on a server; gives its address and how to drop it.
 *
 * @param original the name of the one it is a copy of, which nobody may have open; default one without tables
 */
export async function makeDatabase(
  serverUrl: string,
  original = 'template1',
): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`
  // Its files copied, instead of each page written to the log, is half the work.
  await onServer(serverUrl, `create database ${name} template ${original} strategy file_copy`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => onServer(serverUrl, `drop database ${name} with (force)`) }
}

/** Connections to servers, one each, kept because to open one takes as long as to make a database. */
const administrators = new Map<string, pg.Pool>()

async function onServer(url: string, statement: string): Promise<void> {
  const known = administrators.get(url)
  const pool = known ?? new pg.Pool({ connectionString: url, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true })
  if (!known) {
    administrators.set(url, pool)
    // The server was restarted or ended; the pool connects again.
    pool.on('error', () => {})
  }
  await pool.query(statement)
}

/** The folder of this machine's PostgreSQL programs; undefined where there are none. */
export function postgresBinaries(): string | undefined {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((one, other) => Number(other) - Number(one)) : []
  const folders = [
    ...versions.map(version => join(debian, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter),
  ]
  return folders.find(folder => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')))
}

/** PostgreSQL does not run as root. */
function ordinaryUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise(resolve => server.close(resolve))
  return port
}

/** @param onSilence called whenever it doesn't answer */
async function answering(url: string, onSilence: () => void): Promise<void> {
  for (let turn = 0; turn < 200; turn++) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      await client.end()
      return
    } catch {
      onSilence()
      await pause(50)
    }
  }
  throw new Error('The test server of PostgreSQL did not start.')
}
