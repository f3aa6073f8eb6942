import { existsSync, readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { extname, join } from 'node:path'
import { CounterfoilError, OptionError } from '../../../src/errors.ts'
import { pagePictures } from '../../goldens/pdf-pages.ts'
import type { Asked, PagesShown } from '../page/api.ts'
import { Refused, send, sendJson } from './request.ts'
import type { Workbench } from './workbench.ts'

/** Answers what is asked without a receipt. @throws Refused when there is no such question */
export async function tell(
  workbench: Workbench,
  { pathname, searchParams }: URL,
  response: ServerResponse,
): Promise<void> {
  switch (pathname) {
    case '/api/state':
      return sendJson(response, await workbench.state())
    case '/api/receipt':
      return send(response, 200, 'application/json', workbench.receipt(searchParams.get('fixture') ?? ''))
    case '/api/lint':
      return sendJson(response, await workbench.lint(searchParams.get('variant') ?? undefined))
    default:
      throw new Refused(404, 'there is nothing here')
  }
}

/**
 * Answers what is asked about a receipt. What takes longer ends with the signal.
 *
 * @throws Refused when there is no such question; CounterfoilError when no file can be made
 */
export async function answerQuestion(
  workbench: Workbench,
  path: string,
  body: Record<string, unknown>,
  response: ServerResponse,
  signal: AbortSignal,
): Promise<void> {
  const asked = askedOf(body)
  const paper = String(body.paper)
  switch (path) {
    case '/api/render':
      return sendJson(response, await workbench.inspect(asked))
    case '/api/trace':
      return sendJson(response, await orFailure(workbench, signal, () => workbench.trace(asked, signal)))
    case '/api/pages':
      return sendJson(response, await orFailure(workbench, signal, () => pagesOf(workbench, asked, paper, signal)))
    case '/api/places':
      return sendJson(response, await orFailure(workbench, signal, () => workbench.places(asked, paper, signal)))
    case '/api/pdf':
      return send(response, 200, 'application/pdf', await workbench.print(asked, paper, signal))
    case '/api/eml':
      return send(response, 200, 'message/rfc822', await workbench.mailFile(asked))
    default:
      throw new Refused(404, 'there is nothing here')
  }
}

/** Texts only; anything else is as good as absent. */
function askedOf(body: Record<string, unknown>): Asked {
  const names = ['fixture', 'receipt', 'locale', 'variant'] as const
  return Object.fromEntries(names.filter(name => typeof body[name] === 'string').map(name => [name, body[name]]))
}

/** What went wrong is an answer too; nothing is answered to a page that waits no longer. */
async function orFailure<Answer>(workbench: Workbench, signal: AbortSignal, work: () => Promise<Answer>) {
  try {
    return await work()
  } catch (error) {
    return signal.aborted ? undefined : workbench.failure(error)
  }
}

/** Dots an inch of the pictures: one and a half for each CSS px, so that small print can be read. */
const dpi = 144

async function pagesOf(workbench: Workbench, asked: Asked, paper: string, signal: AbortSignal): Promise<PagesShown> {
  const start = performance.now()
  const pdf = await workbench.print(asked, paper, signal)
  const milliseconds = performance.now() - start
  return { kind: 'pages', pages: await drawn(pdf), pdf: base64(pdf), bytes: pdf.length, milliseconds }
}

/** The pages as pictures, unless the library that draws them is not installed. */
async function drawn(pdf: Uint8Array): Promise<PagesShown['pages']> {
  try {
    return (await pagePictures(pdf, dpi)).map(page => ({ ...page, png: base64(page.png) }))
  } catch (error) {
    if (error instanceof OptionError) return null
    throw error
  }
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
}

/** Sends a file of the page's own folder, by its plain name. @throws Refused when there is none */
export function sendFile(folder: string, pathname: string, response: ServerResponse): void {
  const name = pathname === '/' ? 'index.html' : pathname.slice(1)
  const type = /^[a-z-]+\.(html|css|js)$/.test(name) ? types[extname(name)] : undefined
  if (!type || !existsSync(join(folder, name))) throw new Refused(404, 'there is nothing here')
  send(response, 200, type, readFileSync(join(folder, name)))
}

/** Answers with what went wrong, unless an answer is on its way. */
export function answerError(response: ServerResponse, error: unknown): void {
  if (response.headersSent || response.destroyed) return
  const status = error instanceof Refused ? error.status : error instanceof CounterfoilError ? 422 : 500
  sendJson(response, { message: (error as Error).message }, status)
}
