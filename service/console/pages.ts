import { findPage } from './find/find.ts'
import { overviewPage } from './overview/overview.ts'
import type { Page } from './parts/view.ts'
import { problemsPage } from './problems/problems.ts'
import { receiptPage } from './receipt/receipt.ts'
import { settingsPage } from './settings/settings.ts'

const receipts: Page = (place, ...rest) => (place.path[1] === undefined ? findPage : receiptPage)(place, ...rest)

/** The pages, by the first part of their address. */
export const pages: Readonly<Record<string, Page>> = {
  '': overviewPage,
  receipts,
  problems: problemsPage,
  settings: settingsPage,
}
