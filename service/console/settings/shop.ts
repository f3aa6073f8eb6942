import { ask } from '../parts/api.ts'

/** The merchant's settings, as the API has them; only what the console changes is listed. */
export interface ShopSettings {
  brand?: {
    color?: string
    corner?: number
    density?: 'comfortable' | 'dense'
    footer?: string | string[]
    /** Base64. */
    logo?: string
    logoDark?: string
    logoWidth?: number
    logoStandsAlone?: boolean
    [other: string]: unknown
  }
  variant?: string
  paper?: string
  locales?: {
    default?: string
    currency?: string
    timeZone?: string
    stores?: Record<string, string>
    groups?: Record<string, { locale: string }>
    [other: string]: unknown
  }
  sender?: { name?: string; address?: string }
  attachPdf?: boolean
  marketing?: boolean
  markCopies?: boolean
  retentionDays?: number
  [other: string]: unknown
}

export interface Shop {
  name: string
  settings: ShopSettings
  /** The sender's address without one of the merchant's own. */
  mailFrom: string
}

/** What is saved now. */
export function readShop(signal?: AbortSignal): Promise<Shop> {
  return ask<Shop>('/settings', signal ? { signal } : {})
}

/** Saves changes on top of what is saved by then, so that two parts of the settings don't undo each other. */
export async function saveShop(change: (shop: Shop) => { name?: string; settings: ShopSettings }): Promise<void> {
  const shop = await readShop()
  const { name = shop.name, settings } = change(shop)
  await ask('/settings', { method: 'PUT', body: { name, settings: withoutAbsent(settings) } })
}

/** Without what is empty: absent settings have their defaults. */
export function withoutAbsent<Value extends object>(value: Value): Value {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined && each !== '')) as Value
}
