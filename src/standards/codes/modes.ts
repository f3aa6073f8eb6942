import { type Code, codeTable } from './code-table.ts'

/** How a till works. */
export interface Mode extends Code {
  /** Its word; none for what goes without saying. */
  message?: Extract<(typeof rows)[number], { message: string }>['message']
  /** Nothing was sold. */
  isTest?: true
}

const rows = [
  { code: 'Online', message: 'facts.modes.online' },
  { code: 'Offline', message: 'facts.modes.offline' },
  { code: 'Production' },
  { code: 'Training', message: 'facts.modes.training', isTest: true },
  { code: 'Test', message: 'facts.modes.test', isTest: true },
  { code: 'Reprint', message: 'facts.modes.reprint' },
  { code: 'GiftReceipt', message: 'document.gift' },
] as const satisfies readonly (Omit<Mode, 'message'> & { message?: string })[]

/** The till's mode. The interface defines no values, so others are accepted and printed as sent. */
export const modes = codeTable<Mode>(rows)
