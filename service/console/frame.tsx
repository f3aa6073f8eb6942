import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import { ask, Failure, may, type Session } from './parts/api.ts'
import { Icon, type Picture } from './parts/elements.tsx'
import { useSubmit } from './parts/form.tsx'
import { languages } from './parts/languages.ts'
import { type Left, useLeft } from './parts/left.ts'
import { addressOf, currentPlace, type View } from './parts/router.ts'
import { chooseLanguage, language, number, t, type Word } from './parts/words.ts'
import { openParts } from './settings/settings.tsx'

interface FrameProps {
  session: Session
  view: View
  /** Another number for each place: its view is made anew. */
  visit: number
  /** Whether the next page is being fetched. */
  isBusy: boolean
  signedOut: () => void
}

/** What surrounds every page: the merchant, the way to the other pages, who is signed in. */
export function Frame({ session, view, visit, isBusy, signedOut }: FrameProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const skip = (event: Event) => {
    event.preventDefault()
    heading.current?.focus()
  }
  const leaving = useSubmit(async () => {
    await ask('/session', { method: 'DELETE' }).catch(error => {
      // Over already. Else the session goes on, and this says so: the device may be used by many.
      if (!(error instanceof Failure && error.status === 401)) throw error
    })
    signedOut()
  })
  return (
    <div class="frame">
      {/* biome-ignore lint/a11y/useValidAnchor: it leads to the heading, and without script to its page */}
      <a class="skip" href="#main" onClick={skip}>
        {t('nav.skip')}
      </a>
      <header>
        <a class="merchant" href="/console">
          <Icon name="receipt" />
          <bdi>{session.merchant.name}</bdi>
        </a>
        <Navigation session={session} visit={visit} />
        <div class="who">
          <span class="name">
            <bdi>{session.name}</bdi>
          </span>
          <span class="role">
            {t(session.isPerson ? `role.${session.role}` : 'role.key')}
            {session.stores && (
              <>
                {' · '}
                <bdi>{session.stores.slice(0, 3).join(', ')}</bdi>
                {session.stores.length > 3 && '…'}
              </>
            )}
          </span>
          <LanguageChoice />
          <form onSubmit={leaving.onSubmit}>
            <button class="quiet" type="submit" disabled={leaving.isBusy}>
              {t('nav.signOut')}
            </button>
            {leaving.state}
          </form>
        </div>
      </header>
      <main id="main" aria-busy={isBusy}>
        <h1 tabIndex={-1} ref={heading}>
          {view.title}
        </h1>
        <div class="content" key={visit}>
          {view.content}
        </div>
      </main>
    </div>
  )
}

const destinations: readonly [path: string, word: Word, picture: Picture][] = [
  ['', 'nav.overview', 'chart'],
  ['receipts', 'nav.receipts', 'search'],
  ['problems', 'nav.problems', 'warning'],
  ['day-end', 'nav.dayEnd', 'sum'],
  ['tills', 'nav.tills', 'till'],
  ['settings', 'nav.settings', 'settings'],
]

/** The way to the pages that someone may open. */
function Navigation({ session, visit }: Pick<FrameProps, 'session' | 'visit'>) {
  const [here = ''] = currentPlace().path
  const left = useLeft(visit)
  const open = destinations.filter(([path]) => {
    if (path === 'settings') return openParts(session).length > 0
    return may(session, path === '' || path === 'day-end' ? 'statistics' : 'view')
  })
  return (
    <nav aria-label={t('nav.label')}>
      {open.map(([path, word, picture]) => (
        <a
          key={path}
          href={addressOf(path ? [path] : [])}
          aria-current={path === (here === 'tables' ? '' : here) ? 'page' : undefined}
        >
          <Icon name={picture} />
          <span>{t(word)}</span>
          {path === 'problems' && left && left.count > 0 && <LeftBadge {...left} />}
        </a>
      ))}
    </nav>
  )
}

/** How many problems are left. */
function LeftBadge({ count, isMore }: Left) {
  return (
    <span class="badge doubt left">
      <span class="unseen">{t('problems.left')} </span>
      {isMore ? `${number(count - 1)}+` : number(count)}
    </span>
  )
}

/** What surrounds the sign-in. */
export function SignedOut({ children }: { children: ComponentChildren }) {
  return (
    <div class="outside">
      <main id="main">{children}</main>
      <footer>
        <LanguageChoice />
      </footer>
    </div>
  )
}

function LanguageChoice() {
  return (
    <label class="language">
      <span class="unseen">{t('nav.language')}</span>
      <select onChange={event => chooseLanguage(event.currentTarget.value)}>
        {Object.entries(languages().console).map(([tag, name]) => (
          <option key={tag} value={tag} lang={tag} selected={tag === language}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}
