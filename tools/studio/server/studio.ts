import { existsSync, statSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { fileURLToPath } from 'node:url'
import { OptionError } from '../../../src/errors.ts'
import type { PrinterOptions } from '../../../src/pdf/print.ts'
import { answerError, answerQuestion, sendFile, tell } from './answer.ts'
import { listen } from './port.ts'
import { checkSender, Refused, readBody } from './request.ts'
import { watchFolder } from './watch.ts'
import { openWorkbench } from './workbench.ts'

export interface StudioOptions {
  /** The template folder to look at; without it, the package's own templates. */
  templates?: string
  /** Default: 4400, or the next that is free. 0 takes any. */
  port?: number
  /** How the browser that prints is run. */
  pdf?: PrinterOptions
  /** Folder of the page's files; default: that of the package. */
  page?: string
}

export interface Studio {
  url: string
  /** Ends the server, the watching of files, and the browser that prints. */
  close(): Promise<void>
}

/**
 * Opens the studio: a page at 127.0.0.1 that shows receipts as mail, text and PDF, and shows them again when a file of the
 * template folder is saved. It answers this machine only, keeps nothing, and writes nothing of a receipt anywhere.
 *
 * @throws OptionError when there is no such folder, or the port is taken
 */
export async function openStudio({ templates, port, pdf, page = pageFolder }: StudioOptions = {}): Promise<Studio> {
  if (templates !== undefined && !(existsSync(templates) && statSync(templates).isDirectory()))
    throw new OptionError(`there is no folder ${templates}; make it with counterfoil template new ${templates}`)
  const workbench = openWorkbench(templates, pdf)
  const listeners = new Set<ServerResponse>()
  const server = createServer((request, response) => {
    answer(request, response).catch(error => answerError(response, error))
  })
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
    if (request.method === 'GET' && url.pathname.startsWith('/api/')) return await tell(workbench, url, response)
    if (request.method === 'GET') return sendFile(page, url.pathname, response)
    if (request.method !== 'POST') throw new Refused(405, 'must be GET or POST')
    const asked = await readBody(request)
    const gone = new AbortController()
    response.on('close', () => gone.abort())
    await answerQuestion(workbench, url.pathname, asked, response, gone.signal)
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

/** Beside this file once built. */
const pageFolder = fileURLToPath(new URL('../page', import.meta.url))

/** Keeps the answer open, and writes an event to it whenever something was saved. */
function addListener(listeners: Set<ServerResponse>, response: ServerResponse): void {
  response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' })
  response.write(':\n\n')
  listeners.add(response)
  response.on('close', () => listeners.delete(response))
}
