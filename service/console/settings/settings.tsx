import type { ComponentChildren } from 'preact'
import type { Role } from '../../src/people/roles.ts'
import { Failure, mayOfAll, type Session } from '../parts/api.ts'
import { addressOf, type Page } from '../parts/router.ts'
import { t, type Word } from '../parts/words.ts'
import { accountPart } from './account.tsx'
import { keysPart } from './keys.tsx'
import { lookPart } from './look.tsx'
import { offersPart } from './offers.tsx'
import { peoplePart, trailPart } from './people.tsx'
import { reportsPart } from './reports.tsx'
import { languagesPart, mailPart } from './shop.tsx'
import { suppressedPart } from './suppressed.tsx'
import { templatesPart } from './templates/templates.tsx'
import { tillsPart } from './tills.tsx'
import { webhooksPart } from './webhooks.tsx'

/** One part of the settings, with what it shows at first. */
type SettingsPart = (signal: AbortSignal, session: Session) => ComponentChildren | Promise<ComponentChildren>

const parts: Readonly<Record<string, readonly [Word, SettingsPart, Role?]>> = {
  keys: ['settings.keys', keysPart],
  tills: ['settings.tills', tillsPart],
  people: ['settings.people', peoplePart],
  look: ['settings.look', lookPart],
  templates: ['settings.templates', templatesPart],
  languages: ['settings.languages', languagesPart],
  mail: ['settings.mail', mailPart],
  suppressed: ['settings.suppressed', suppressedPart, 'desk'],
  offers: ['settings.offers', offersPart, 'manager'],
  reports: ['settings.reports', reportsPart],
  webhooks: ['settings.webhooks', webhooksPart],
  trail: ['settings.trail', trailPart, 'manager'],
  password: ['settings.password', accountPart],
}

/** The settings, in parts that have addresses of their own. */
export const settingsPage: Page = async ({ path }, session, signal) => {
  const open = openParts(session)
  const name = path[1] ?? open[0]?.[0]
  const found = open.find(([each]) => each === name)
  if (!found) throw new Failure(404, {}, undefined)
  const [, [title, part]] = found
  const content = await part(signal, session)
  return {
    title: t('settings.title'),
    content: (
      <>
        <nav class="tabs" aria-label={t('settings.parts')}>
          {open.map(([each, [word]]) => (
            <a key={each} href={addressOf(['settings', each])} aria-current={each === name ? 'page' : undefined}>
              {t(word)}
            </a>
          ))}
        </nav>
        <h2 class="part">{t(title)}</h2>
        {content}
      </>
    ),
  }
}

/**
 * The parts that someone may open. One's own account is a person's who signs in by password, which a till's key has none of; all else is about
 * the whole merchant, for administrators unless it says so.
 */
export function openParts(session: Session): [name: string, part: (typeof parts)[string]][] {
  return Object.entries(parts).filter(([name, [, , role = 'admin']]) =>
    name === 'password' ? session.isPerson && session.passwords : mayOfAll(session, role),
  )
}
