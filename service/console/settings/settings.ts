import { Failure } from '../parts/api.ts'
import { make } from '../parts/dom.ts'
import { addressOf } from '../parts/router.ts'
import { may, type Session } from '../parts/session.ts'
import type { Page } from '../parts/view.ts'
import { t, type Word } from '../parts/words.ts'
import { keysPart } from './keys.ts'
import { languagesPart } from './languages.ts'
import { lookPart } from './look.ts'
import { mailPart } from './mail.ts'
import { offersPart } from './offers.ts'
import { passwordPart } from './password.ts'
import { peoplePart } from './people.ts'
import { trailPart } from './trail.ts'

/** One part of the settings. */
export type Part = (session: Session, signal: AbortSignal) => Promise<HTMLElement[]>

const admins: Readonly<Record<string, readonly [Word, Part]>> = {
  keys: ['settings.keys', keysPart],
  people: ['settings.people', peoplePart],
  look: ['settings.look', lookPart],
  languages: ['settings.languages', languagesPart],
  mail: ['settings.mail', mailPart],
  offers: ['settings.offers', offersPart],
  trail: ['settings.trail', trailPart],
}

/** The settings, in parts that have addresses of their own. */
export const settingsPage: Page = async ({ path }, session, signal) => {
  const parts = partsFor(session)
  const [first = ''] = Object.keys(parts)
  const name = path[1] ?? first
  const part = parts[name]
  if (!part) throw new Failure(404, {}, undefined)
  const tabs = Object.entries(parts).map(([each, [word]]) =>
    make('a', { href: addressOf(['settings', each]), 'aria-current': each === name && 'page' }, t(word)),
  )
  return {
    title: t('settings.title'),
    content: [
      make('nav.tabs', { 'aria-label': t('settings.parts') }, ...tabs),
      make('h2.part', {}, t(part[0])),
      ...(await part[1](session, signal)),
    ],
  }
}

/** The parts that someone may open. */
export function partsFor(session: Session): Readonly<Record<string, readonly [Word, Part]>> {
  return {
    ...(may(session, 'admin') && admins),
    ...(session.isPerson && { password: ['settings.password', passwordPart] as const }),
  }
}
