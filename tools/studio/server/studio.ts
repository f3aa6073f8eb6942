import { once } from 'node:events'
import { existsSync, type FSWatcher, statSync, watch } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { OptionError } from '../../../src/errors.ts'
import { listFolder } from '../../../src/options/folder.ts'
import { packageRoot } from '../../../src/package-root.ts'
import { answerError, answerGet, answerPost, sendFile } from './answer.ts'
import { checkSender, Refused, readBody } from './request.ts'
import { checkOutbox } from './share.ts'
import { type Outbox, openWorkbench } from './workbench.ts'

/** What the studio opens, and where. */
export interface StudioOptions {
  /** The template folder; default: the package's templates. */
  templates?: string | undefined
  /** Default: 4400, or the next free port. 0 for any. */
  port?: number | undefined
  /** Where test mails go out; without it, none can be sent. */
  outbox?: Outbox | undefined
}

/** A studio that listens. */
export interface Studio {
  url: string
  /** Stops the server, the file watcher, and the browser that prints. */
  close(): Promise<void>
}

/**
 * Opens the studio: a page at 127.0.0.1 that shows receipts as mail, text and PDF, and updates when a file in the template
 * folder is saved. It answers only this machine, keeps no receipts, and writes only files of the template folder.
 *
 * @throws OptionError if the folder does not exist, the port is taken, or the outbox is wrong
 */
export async function openStudio({ templates, port, outbox }: StudioOptions = {}): Promise<Studio> {
  if (outbox) checkOutbox(outbox)
  if (templates !== undefined && !(existsSync(templates) && statSync(templates).isDirectory()))
    throw new OptionError(`there is no folder ${templates}; create it with counterfoil template new ${templates}`)
  const workbench = openWorkbench(templates, outbox)
  const listeners = new Set<ServerResponse>()
  const server = createServer((request, response) => {
    answer(request, response).catch(error => answerError(response, error))
  })
  // Of Node's 5 s a program that was busy meanwhile doesn't know that they are over: its next request fails.
  server.keepAliveTimeout = 72_000
  const chosen = await listen(server, port)
  const endWatching = templates === undefined ? () => {} : watchFolder(templates, changed)

  function changed(): void {
    workbench.renew()
    for (const listener of listeners) listener.write('event: changed\ndata:\n\n')
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    checkSender(request, chosen)
    const url = new URL(request.url ?? '/', 'http://127.0.0.1')
    if (request.method === 'GET' && url.pathname === '/api/events') return addListener(listeners, response)
    if (request.method === 'GET' && url.pathname.startsWith('/api/')) return await answerGet(workbench, url, response)
    if (request.method === 'GET') return sendFile(pageFolder, url.pathname, response)
    if (request.method !== 'POST') throw new Refused(405, 'must be GET or POST')
    const body = await readBody(request)
    const gone = new AbortController()
    response.on('close', () => gone.abort())
    await answerPost(workbench, url.pathname, body, response, gone.signal)
  }

  return {
    url: `http://127.0.0.1:${chosen}/`,
    async close() {
      endWatching()
      const closed = new Promise(resolve => server.close(resolve))
      server.closeAllConnections()
      await closed
      await workbench.close()
    },
  }
}

/** Written by `npm run build`. */
const pageFolder = join(packageRoot, 'dist/studio-page')

/** Keeps the response open for events when files are saved. */
function addListener(listeners: Set<ServerResponse>, response: ServerResponse): void {
  response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' })
  response.write(':\n\n')
  listeners.add(response)
  response.on('close', () => listeners.delete(response))
}

const defaultPort = 4400
const portsTried = 20

/**
 * Listens on localhost at the given port, or at the first free one from 4400.
 *
 * @returns the port
 * @throws OptionError if the given port is taken or not allowed
 */
async function listen(server: Server, given: number | undefined): Promise<number> {
  const last = given ?? defaultPort + portsTried
  for (let port = given ?? defaultPort; ; port++) {
    server.listen(port, '127.0.0.1')
    try {
      await once(server, 'listening')
      return (server.address() as { port: number }).port
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (port >= last || code !== 'EADDRINUSE')
        throw new OptionError(`--port ${port}: ${code}; choose another port, or omit it`)
    }
  }
}

/** Editors write in several steps; events within this time are one change. */
const settleMs = 50

/**
 * Calls `changed` when something in the folder is saved, added or removed, at any depth. Watches every folder separately, so
 * that replaced files are noticed on every system.
 *
 * @returns a function that stops watching
 */
export function watchFolder(folder: string, changed: () => void): () => void {
  const watchers = new Map<string, FSWatcher>()
  let waiting: NodeJS.Timeout | undefined

  function follow(): void {
    const there = new Set(foldersIn(folder))
    for (const [path, watcher] of watchers) {
      if (there.has(path)) continue
      watcher.close()
      watchers.delete(path)
    }
    for (const path of there) if (!watchers.has(path)) watchers.set(path, watchOne(path))
  }

  function watchOne(path: string): FSWatcher {
    const watcher = watch(path, (_, name) => {
      if (name !== null && isEditorsOwn(name)) return
      clearTimeout(waiting)
      waiting = setTimeout(() => {
        follow()
        changed()
      }, settleMs)
    })
    // The folder was removed; its parent reports that.
    watcher.on('error', () => watcher.close())
    return watcher
  }

  follow()
  return () => {
    clearTimeout(waiting)
    for (const watcher of watchers.values()) watcher.close()
  }
}

function foldersIn(folder: string): string[] {
  const listed = listFolder(folder, () => false)
  // The folder, or one in it, vanished while listing; the next change lists again.
  return 'problem' in listed ? [folder] : [folder, ...listed.folders.map(path => join(folder, path))]
}

/** Swap and backup files. */
function isEditorsOwn(name: string): boolean {
  return /^\.|~$|^4913$/.test(name)
}
