import { ask } from '../parts/api.ts'
import { make, on, unseen } from '../parts/dom.ts'
import { languages } from '../parts/languages.ts'
import { addressOf, currentPlace } from '../parts/router.ts'
import type { Session } from '../parts/session.ts'
import type { View } from '../parts/view.ts'
import { chooseLanguage, language, t } from '../parts/words.ts'
import { icon } from './icons.ts'
import { destinations } from './navigation.ts'

/** What surrounds every page: the merchant, the way to the other pages, who is signed in. */
export function frameOf(session: Session, signedOut: () => void) {
  const heading = make('h1', { tabindex: -1 })
  const content = make('div.content')
  const main = make('main', { id: 'main' }, heading, content)
  const links = destinations(session).map(({ path, word, picture }) =>
    make('a', { href: addressOf(path) }, icon(picture), make('span', {}, t(word))),
  )
  const leave = on(make('button.quiet', { type: 'button' }, t('nav.signOut')), 'click', async () => {
    await ask('/session', { method: 'DELETE' }).catch(() => {})
    signedOut()
  })
  const element = make(
    'div.frame',
    {},
    make('a.skip', { href: '#main' }, t('nav.skip')),
    make(
      'header',
      {},
      make('a.merchant', { href: '/console' }, icon('receipt'), make('bdi', {}, session.merchant.name)),
      make('nav', { 'aria-label': t('nav.label') }, ...links),
      make(
        'div.who',
        {},
        make('span.name', {}, make('bdi', {}, session.name)),
        make('span.role', {}, t(session.isPerson ? `role.${session.role}` : 'role.key')),
        languageChoice(),
        leave,
      ),
    ),
    main,
  )
  on(element.querySelector('.skip')!, 'click', event => {
    event.preventDefault()
    heading.focus()
  })

  return {
    element,
    busy: (is: boolean) => main.setAttribute('aria-busy', String(is)),
    show({ title, content: nodes }: View, takesFocus: boolean) {
      heading.textContent = title
      content.replaceChildren(...nodes)
      main.setAttribute('aria-busy', 'false')
      const [here = ''] = currentPlace().path
      for (const link of links) {
        const [, , name = ''] = link.pathname.split('/')
        if (name === here) link.setAttribute('aria-current', 'page')
        else link.removeAttribute('aria-current')
      }
      if (!takesFocus) return
      heading.focus({ preventScroll: true })
      scrollTo(0, 0)
    },
  }
}

/** What surrounds the sign-in. */
export function signedOutFrame(content: Node[]): HTMLElement {
  return make('div.outside', {}, make('main', { id: 'main' }, ...content), make('footer', {}, languageChoice()))
}

function languageChoice(): HTMLElement {
  const options = Object.entries(languages).map(([tag, name]) =>
    make('option', { value: tag, lang: tag, selected: tag === language }, name),
  )
  const select = make('select', {}, ...options)
  on(select, 'change', () => chooseLanguage(select.value))
  return make('label.language', {}, unseen(t('nav.language')), select)
}
