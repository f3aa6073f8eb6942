import { existsSync, readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { extname, join } from 'node:path'
import { CounterfoilError, OptionError } from '../../../src/errors.ts'
import { pagePictures } from '../../goldens/pictures/pdf-pages.ts'
import type { PrintedPages, RenderRequest, TextInput } from './api.ts'
import type { FolderDesk } from './folder/folder-desk.ts'
import { Refused, send, sendJson } from './request.ts'
import { approvalArchive, mailFile, sendTestMail } from './share.ts'
import type { Workbench } from './workbench.ts'

/** Answers GET requests. @throws Refused for an unknown path */
export async function answerGet(
  workbench: Workbench,
  { pathname, searchParams }: URL,
  response: ServerResponse,
): Promise<void> {
  const variant = searchParams.get('variant') ?? undefined
  switch (pathname) {
    case '/api/state':
      return sendJson(response, await workbench.state())
    case '/api/receipt':
      return send(response, 200, 'application/json', workbench.receipt(searchParams.get('fixture') ?? ''))
    case '/api/lint':
      return sendJson(response, await workbench.lint(variant))
    case '/api/files':
      return sendJson(response, workbench.folder.files(variant))
    case '/api/file':
      return sendJson(response, workbench.folder.file(searchParams.get('path') ?? '', variant))
    case '/api/brand':
      return sendJson(response, workbench.folder.brand())
    default:
      throw new Refused(404, 'not found')
  }
}

/**
 * Answers POST requests: about a receipt, or to write. The signal cancels long work.
 *
 * @throws Refused for an unknown path; CounterfoilError if a file cannot be made
 */
export async function answerPost(
  workbench: Workbench,
  path: string,
  body: Record<string, unknown>,
  response: ServerResponse,
  signal: AbortSignal,
): Promise<void> {
  const write = writes[path]
  if (write) {
    write(workbench.folder, body)
    return sendJson(response, {})
  }
  const request = requestOf(body)
  const paper = String(body.paper)
  const question = questions[path]
  if (question) {
    // Nothing is sent to a page that no longer waits.
    const failed = (error: unknown) => (signal.aborted ? undefined : workbench.failure(error))
    return sendJson(response, await question(workbench, request, signal, paper).catch(failed))
  }
  switch (path) {
    case '/api/pdf':
      return send(response, 200, 'application/pdf', (await workbench.print(request, paper, signal)).pdf)
    case '/api/send':
      await sendTestMail(workbench, request, String(body.to))
      return sendJson(response, {})
    case '/api/approval':
      return send(response, 200, 'application/zip', await approvalArchive(workbench, request.variant, signal))
    case '/api/eml':
      return send(response, 200, 'message/rfc822', await mailFile(workbench, request))
    default:
      throw new Refused(404, 'not found')
  }
}

type Question = (workbench: Workbench, request: RenderRequest, signal: AbortSignal, paper: string) => Promise<unknown>

/** What is asked about a receipt, by its path; why there is no answer is one, too. */
const questions: Readonly<Record<string, Question>> = {
  '/api/render': (workbench, request) => workbench.inspect(request),
  '/api/trace': (workbench, request, signal) => workbench.trace(request, signal),
  '/api/pages': pagesOf,
  '/api/places': (workbench, request, signal, paper) => workbench.places(request, paper, signal),
}

/** What changes the template folder, by its path. */
const writes: Readonly<Record<string, (folder: FolderDesk, body: Record<string, unknown>) => void>> = {
  '/api/file': (folder, { path, text }) => folder.saveFile(String(path), textOf(text)),
  '/api/brand': (folder, { changes }) => folder.saveBrand(objectOf(changes, 'changes')),
  '/api/logo': (folder, { field, picture }) =>
    folder.saveLogo(field === 'logoDark' ? 'logoDark' : 'logo', String(picture)),
  '/api/font': (folder, { weight, font }) => folder.savePaperFont(weight === 'bold' ? 'bold' : 'regular', textOf(font)),
  '/api/order': (folder, { order }) => folder.saveOrder(order === null ? null : namesOf(order)),
  '/api/text': (folder, body) =>
    body.words === null ? folder.removeText(String(body.name)) : folder.saveText(textGiven(body)),
  '/api/undo': folder => folder.undo(),
  '/api/redo': folder => folder.redo(),
}

/** Takes strings only and ignores anything else. */
function requestOf(body: Record<string, unknown>): RenderRequest {
  const names = ['fixture', 'receipt', 'locale', 'variant'] as const
  return Object.fromEntries(names.filter(name => typeof body[name] === 'string').map(name => [name, body[name]]))
}

function objectOf(value: unknown, name: string): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  throw new Refused(400, `${name}: must be an object`)
}

function namesOf(value: unknown): string[] {
  if (Array.isArray(value) && value.every(name => typeof name === 'string')) return value
  throw new Refused(400, 'order: must be a list of section names')
}

function textGiven({ name, below, words }: Record<string, unknown>): TextInput {
  const given = Object.entries(objectOf(words, 'words'))
  const wrong = given.find(([, text]) => typeof text !== 'string')
  if (wrong) throw new Refused(400, `words: ${wrong[0]} must be text`)
  return {
    ...(typeof name === 'string' && { name }),
    ...(typeof below === 'string' && { below }),
    words: Object.fromEntries(given) as Record<string, string>,
  }
}

/** A file's new text; `null` removes it, so it is required. */
function textOf(value: unknown): string | null {
  if (value === null || typeof value === 'string') return value
  throw new Refused(400, 'text: must be text or null')
}

/** DPI of the page images: 1.5 dots per CSS px, so that small print is legible. */
const dpi = 144

async function pagesOf(
  workbench: Workbench,
  request: RenderRequest,
  signal: AbortSignal,
  paper: string,
): Promise<PrintedPages> {
  const start = performance.now()
  const { pdf, missing } = await workbench.print(request, paper, signal)
  const milliseconds = performance.now() - start
  return { kind: 'pages', pages: await drawn(pdf), pdf: base64(pdf), bytes: pdf.length, milliseconds, missing }
}

/** The pages as images; `null` if the library that draws them is not installed. */
async function drawn(pdf: Uint8Array): Promise<PrintedPages['pages']> {
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

/** Sends a file of the page's folder by name. @throws Refused if there is none */
export function sendFile(folder: string, pathname: string, response: ServerResponse): void {
  const name = pathname === '/' ? 'index.html' : pathname.slice(1)
  const type = /^[a-z-]+\.(html|css|js)$/.test(name) ? types[extname(name)] : undefined
  if (!type || !existsSync(join(folder, name))) throw new Refused(404, 'not found')
  send(response, 200, type, readFileSync(join(folder, name)))
}

/** Sends the error, unless a response has started. */
export function answerError(response: ServerResponse, error: unknown): void {
  if (response.headersSent || response.destroyed) return
  const status = error instanceof Refused ? error.status : error instanceof CounterfoilError ? 422 : 500
  sendJson(response, { message: (error as Error).message }, status)
}
