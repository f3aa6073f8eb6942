import type {
  BrandState,
  Fault,
  FileList,
  FileText,
  LintReport,
  Outcome,
  Pages,
  PaperPlaces,
  Refusal,
  RenderRequest,
  StudioState,
  TextInput,
  Trace,
} from '../server/api.ts'

/** Calls the studio's server. Throws if the server is gone, or `signal` aborts. */
export const server = {
  state: () => get<StudioState>('/api/state'),
  lint: (variant: string | undefined) => get<LintReport>(`/api/lint?${query({ variant })}`),
  receipt: async (fixture: string) => await (await checked(await fetch(`/api/receipt?${query({ fixture })}`))).text(),
  files: (variant: string | undefined) => get<FileList>(`/api/files?${query({ variant })}`),
  file: (path: string, variant: string | undefined) => get<FileText>(`/api/file?${query({ path, variant })}`),
  brand: () => get<BrandState>('/api/brand'),
  render: (asked: RenderRequest, signal: AbortSignal) => ask<Outcome>('/api/render', asked, signal),
  trace: (asked: RenderRequest, signal: AbortSignal) => ask<Trace | Refusal | Fault>('/api/trace', asked, signal),
  pages: (asked: RenderRequest, paper: string, signal: AbortSignal) =>
    ask<Pages>('/api/pages', { ...asked, paper }, signal),
  places: (asked: RenderRequest, paper: string, signal: AbortSignal) =>
    ask<PaperPlaces | Refusal | Fault>('/api/places', { ...asked, paper }, signal),
  pdf: async (asked: RenderRequest, paper: string) => await (await post('/api/pdf', { ...asked, paper })).blob(),
  eml: async (asked: RenderRequest) => await (await post('/api/eml', asked)).blob(),
  approval: async (asked: RenderRequest) => await (await post('/api/approval', asked)).blob(),
  saveFile: (path: string, text: string | null) => ask<object>('/api/file', { path, text }),
  saveBrand: (changes: object) => ask<object>('/api/brand', { changes }),
  saveLogo: (field: 'logo' | 'logoDark', picture: string) => ask<object>('/api/logo', { field, picture }),
  savePaperFont: (weight: 'regular' | 'bold', font: string | null) => ask<object>('/api/font', { weight, font }),
  /** All names, those left out with a hyphen; `null` for the usual order. */
  saveOrder: (order: readonly string[] | null) => ask<object>('/api/order', { order }),
  saveText: (given: TextInput) => ask<object>('/api/text', given),
  removeText: (name: string) => ask<object>('/api/text', { name, words: null }),
  undo: () => ask<object>('/api/undo', {}),
  redo: () => ask<object>('/api/redo', {}),
  send: (asked: RenderRequest, to: string) => ask<object>('/api/send', { ...asked, to }),
}

/** Calls `changed` when a file in the template folder is saved, and when the server is back. */
export function listen(changed: () => void, connected: (isThere: boolean) => void): void {
  const events = new EventSource('/api/events')
  let wasGone = false
  events.addEventListener('changed', changed)
  events.addEventListener('open', () => {
    connected(true)
    if (wasGone) changed()
    wasGone = false
  })
  events.addEventListener('error', () => {
    connected(false)
    wasGone = true
  })
}

function query(given: Record<string, string | undefined>): URLSearchParams {
  const said = Object.entries(given).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return new URLSearchParams(said)
}

async function get<Answer>(path: string): Promise<Answer> {
  return await (await checked(await fetch(path))).json()
}

async function ask<Answer>(path: string, body: object, signal?: AbortSignal): Promise<Answer> {
  return await (await post(path, body, signal)).json()
}

async function post(path: string, body: object, signal?: AbortSignal): Promise<Response> {
  const headers = { 'Content-Type': 'application/json' }
  return await checked(
    await fetch(path, { method: 'POST', headers, body: JSON.stringify(body), signal: signal ?? null }),
  )
}

async function checked(response: Response): Promise<Response> {
  if (response.ok) return response
  const { message } = (await response.json().catch(() => ({}))) as { message?: string }
  throw new Error(message ?? `the studio responded with ${response.status}`)
}
