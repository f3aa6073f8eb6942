import type {
  Asked,
  BrandShown,
  Fault,
  FileList,
  FileText,
  LintReport,
  Outcome,
  Pages,
  PaperPlaces,
  Refusal,
  StudioState,
  Trace,
} from '../server/api.ts'

/** Calls the studio's server. Throws if the server is gone, or `signal` aborts. */
export const server = {
  state: () => get<StudioState>('/api/state'),
  lint: (variant: string | undefined) => get<LintReport>(`/api/lint?${query({ variant })}`),
  async receipt(fixture: string): Promise<string> {
    return await (await checked(await fetch(`/api/receipt?fixture=${encodeURIComponent(fixture)}`))).text()
  },
  async render(asked: Asked, signal: AbortSignal): Promise<Outcome> {
    return await (await post('/api/render', asked, signal)).json()
  },
  async trace(asked: Asked, signal: AbortSignal): Promise<Trace | Refusal | Fault> {
    return await (await post('/api/trace', asked, signal)).json()
  },
  async pages(asked: Asked, paper: string, signal: AbortSignal): Promise<Pages> {
    return await (await post('/api/pages', { ...asked, paper }, signal)).json()
  },
  async places(asked: Asked, paper: string, signal: AbortSignal): Promise<PaperPlaces | Refusal | Fault> {
    return await (await post('/api/places', { ...asked, paper }, signal)).json()
  },
  async pdf(asked: Asked, paper: string): Promise<Blob> {
    return await (await post('/api/pdf', { ...asked, paper })).blob()
  },
  files: (variant: string | undefined) => get<FileList>(`/api/files?${query({ variant })}`),
  file: (path: string, variant: string | undefined) => get<FileText>(`/api/file?${query({ path, variant })}`),
  brand: () => get<BrandShown>('/api/brand'),
  async saveFile(path: string, text: string | null): Promise<void> {
    await post('/api/file', { path, text })
  },
  async saveBrand(changes: object): Promise<void> {
    await post('/api/brand', { changes })
  },
  async saveLogo(field: 'logo' | 'logoDark', picture: string): Promise<void> {
    await post('/api/logo', { field, picture })
  },
  async send(asked: Asked, to: string): Promise<void> {
    await post('/api/send', { ...asked, to })
  },
  async approval(asked: Asked): Promise<Blob> {
    return await (await post('/api/approval', asked)).blob()
  },
  async eml(asked: Asked): Promise<Blob> {
    return await (await post('/api/eml', asked)).blob()
  },
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
