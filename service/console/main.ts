import { frameOf, signedOutFrame } from './frame/frame.ts'
import { signInView } from './frame/sign-in.ts'
import { pages } from './pages.ts'
import { Failure } from './parts/api.ts'
import { failureNotice } from './parts/failure.ts'
import { currentPlace, followPlaces } from './parts/router.ts'
import { currentSession, type Session } from './parts/session.ts'
import type { View } from './parts/view.ts'
import { preferredLanguage, speak, t } from './parts/words.ts'

let session: Session | undefined
let frame: ReturnType<typeof frameOf> | undefined
let leaving = new AbortController()
let isFirst = true

await speak(preferredLanguage())
followPlaces(() => void show())
await show()

/** Shows the page of the current place, after the sign-in if there is none. */
async function show(): Promise<void> {
  leaving.abort()
  leaving = new AbortController()
  const { signal } = leaving
  const place = currentPlace()
  const page = pages[place.path[0] ?? ''] ?? pages['']!
  frame?.busy(true)
  try {
    session ??= await currentSession()
    if (!session) return askToSignIn()
    frame ??= frameOf(session, signOut)
    const view = await page(place, session, signal)
    if (!signal.aborted) present(view)
  } catch (error) {
    if (signal.aborted) return
    if (error instanceof Failure && error.status === 401) return askToSignIn()
    if (!frame) document.body.replaceChildren(signedOutFrame([failureNotice(error)]))
    else present({ title: t('failure.title'), content: [failureNotice(error)] })
  }
}

function present(view: View): void {
  if (!frame) return
  if (!frame.element.isConnected) document.body.replaceChildren(frame.element)
  document.title = `${view.title} · ${session?.merchant.name ?? ''}`
  frame.show(view, !isFirst)
  isFirst = false
  view.shown?.()
}

function askToSignIn(): void {
  session = undefined
  frame = undefined
  isFirst = true
  document.title = t('signIn.title')
  document.body.replaceChildren(signedOutFrame(signInView(() => void show())))
  document.querySelector('input')?.focus()
}

function signOut(): void {
  askToSignIn()
}
