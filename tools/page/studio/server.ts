import type {
  BrandState,
  FileList,
  FileText,
  FolderFault,
  LintReport,
  Outcome,
  Pages,
  PaperPlaces,
  Refusal,
  RenderRequest,
  StudioState,
  TextInput,
  Trace,
} from '../../studio/server/api.ts'

/** Calls the studio's server. Throws if the server is gone, or `signal` aborts. */
export const server = {
  state: () => getJson<StudioState>('/api/state'),
  lint: (variant: string | undefined) => getJson<LintReport>(`/api/lint?${query({ variant })}`),
  receipt: async (fixture: string) => await (await checked(await fetch(`/api/receipt?${query({ fixture })}`))).text(),
  files: (variant: string | undefined) => getJson<FileList>(`/api/files?${query({ variant })}`),
  file: (path: string, variant: string | undefined) => getJson<FileText>(`/api/file?${query({ path, variant })}`),
  brand: () => getJson<BrandState>('/api/brand'),
  render: (request: RenderRequest, signal: AbortSignal) => postJson<Outcome>('/api/render', request, signal),
  trace: (request: RenderRequest, signal: AbortSignal) =>
    postJson<Trace | Refusal | FolderFault>('/api/trace', request, signal),
  pages: (request: RenderRequest, paper: string, signal: AbortSignal) =>
    postJson<Pages>('/api/pages', { ...request, paper }, signal),
  places: (request: RenderRequest, paper: string, signal: AbortSignal) =>
    postJson<PaperPlaces | Refusal | FolderFault>('/api/places', { ...request, paper }, signal),
  pdf: async (request: RenderRequest, paper: string) => await (await post('/api/pdf', { ...request, paper })).blob(),
  eml: async (request: RenderRequest) => await (await post('/api/eml', request)).blob(),
  approval: async (request: RenderRequest) => await (await post('/api/approval', request)).blob(),
  saveFile: (path: string, text: string | null) => postJson<object>('/api/file', { path, text }),
  saveBrand: (changes: object) => postJson<object>('/api/brand', { changes }),
  saveLogo: (field: 'logo' | 'logoDark', picture: string) => postJson<object>('/api/logo', { field, picture }),
  savePaperFont: (weight: 'regular' | 'bold', font: string | null) => postJson<object>('/api/font', { weight, font }),
  /** All names, those left out with a hyphen; `null` for the usual order. */
  saveOrder: (order: readonly string[] | null) => postJson<object>('/api/order', { order }),
  saveText: (given: TextInput) => postJson<object>('/api/text', given),
  removeText: (name: string) => postJson<object>('/api/text', { name, words: null }),
  undo: () => postJson<object>('/api/undo', {}),
  redo: () => postJson<object>('/api/redo', {}),
  send: (request: RenderRequest, to: string) => postJson<object>('/api/send', { ...request, to }),
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
  const entries = Object.entries(given).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return new URLSearchParams(entries)
}

async function getJson<Answer>(path: string): Promise<Answer> {
  return await (await checked(await fetch(path))).json()
}

async function postJson<Answer>(path: string, body: object, signal?: AbortSignal): Promise<Answer> {
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
