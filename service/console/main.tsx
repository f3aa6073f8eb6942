import { type ComponentChildren, render } from 'preact'
import { dayEndPage } from './day-end/day-end.tsx'
import { placeOf } from './find/criteria.ts'
import { findPage } from './find/find.tsx'
import { fleetPage } from './fleet/fleet.tsx'
import { Frame, SignedOut } from './frame.tsx'
import { overviewPage } from './overview/overview.tsx'
import { ask, currentSession, Failure, failureWords, type Session } from './parts/api.ts'
import { forgetLeft } from './parts/left.ts'
import { currentPlace, followPlaces, type Page, type View } from './parts/router.ts'
import { preferredLanguage, speak, t } from './parts/words.ts'
import { problemsPage } from './problems/problems.tsx'
import { receiptPage } from './receipt/receipt.tsx'
import { settingsPage } from './settings/settings.tsx'
import { SignIn, type SignInWays } from './sign-in.tsx'
import { tablesPage } from './tables/tables.tsx'

/** The pages, by the first part of their address. */
const pages: Readonly<Record<string, Page>> = {
  '': overviewPage,
  receipts: (place, ...rest) => (place.path[1] === undefined ? findPage : receiptPage)(place, ...rest),
  'day-end': dayEndPage,
  problems: problemsPage,
  tills: fleetPage,
  tables: tablesPage,
  settings: settingsPage,
}

let session: Session | undefined
let shown: { view: View; visit: number } | undefined
let leaving = new AbortController()
let ways: SignInWays | undefined

await speak(preferredLanguage())
followPlaces(() => void show())
await show()

/** Shows the page of the current place, after the sign-in if there is none. */
async function show(): Promise<void> {
  leaving.abort()
  leaving = new AbortController()
  const { signal } = leaving
  const place = currentPlace()
  const page = new Map(Object.entries(pages)).get(place.path[0] ?? '') ?? nowhere
  if (session && shown) draw(session, shown, true)
  try {
    session ??= await currentSession()
    if (!session) return askToSignIn()
    const view = await page(place, session, signal)
    if (!signal.aborted) present(session, view)
  } catch (error) {
    if (signal.aborted) return
    if (error instanceof Failure && error.status === 401) return askToSignIn()
    const notice = (
      <p class="notice wrong" role="alert">
        {failureWords(error)}
      </p>
    )
    if (session) present(session, { title: t('failure.title'), content: <Lost notice={notice} /> })
    else render(<SignedOut>{notice}</SignedOut>, document.body)
  }
}

/** No page has this address. */
async function nowhere(): Promise<never> {
  throw new Failure(404, {}, undefined)
}

/** What to do where a page couldn't be shown. */
function Lost({ notice }: { notice: ComponentChildren }) {
  return (
    <>
      {notice}
      <p>
        <a href={placeOf({})}>{t('find.all')}</a>
      </p>
    </>
  )
}

function present(session: Session, view: View): void {
  const isFirst = !shown
  shown = { view, visit: (shown?.visit ?? 0) + 1 }
  document.title = `${view.title} · ${session.merchant.name}`
  draw(session, shown, false)
  if (isFirst) return
  document.querySelector('h1')?.focus({ preventScroll: true })
  scrollTo(0, 0)
}

function draw(session: Session, { view, visit }: { view: View; visit: number }, isBusy: boolean): void {
  const frame = { session, view, visit, isBusy, signedOut: () => void askToSignIn() }
  render(<Frame {...frame} />, document.body)
}

async function askToSignIn(): Promise<void> {
  forgetLeft()
  session = undefined
  shown = undefined
  document.title = t('signIn.title')
  // Without an answer, there is still the password.
  ways ??= await ask<SignInWays>('/sign-in').catch(() => undefined)
  render(
    <SignedOut>
      <SignIn ways={ways ?? {}} done={() => void show()} />
    </SignedOut>,
    document.body,
  )
  document.querySelector('input')?.focus()
}
