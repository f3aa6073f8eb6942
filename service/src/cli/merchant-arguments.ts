import { parseArgs } from 'node:util'
import { nearest } from 'counterfoil'
import { StartError } from '../errors/start-error.ts'

/** Each action with what it takes. */
const forms = {
  list: '',
  show: '<id>',
  save: '<id> --name <name> [--settings <file.json>] [--inactive]',
  key: '<id> [--label <text>]',
  keys: '<id>',
  revoke: '<id> <keyId>',
  offer: '<id> --file <offer.json>',
  offers: '<id>',
  'remove-offer': '<id> <offerId>',
} as const

export type MerchantAction = keyof typeof forms

/** What `merchant help` prints. */
export const merchantUsage = `${Object.keys(forms)
  .map(action => `${formOf(action as MerchantAction)}\n`)
  .join('')}
\`key\` shows the new key once. Set DATABASE_URL or DATA_DIR as for the service. A running service sees changes within a second.
`

/** The command was typed wrong; the process ends with 2. */
export class UsageError extends StartError {}

/**
 * The action with its words and options; undefined for help.
 *
 * @throws UsageError that says what the action takes
 */
export function readMerchantArguments(args: readonly string[]) {
  const { values, positionals } = parse(args)
  const [action = 'help', ...words] = positionals
  if (action === 'help' || values.help) return undefined
  if (!isAction(action)) {
    const meant = nearest(action, Object.keys(forms))
    throw new UsageError(
      `There is no action "${action}"; ${meant ? `did you mean ${meant}?` : '"merchant help" lists all.'}`,
    )
  }
  const [plain = ''] = forms[action].split(/ ?\[?--/)
  const needsFile = action === 'offer' && values.file === undefined
  if (words.length !== plain.split(' ').filter(Boolean).length || needsFile)
    throw new UsageError(`"${action}" is written ${formOf(action)}`)
  const [id = '', other = ''] = words
  return { action, id, other, values }
}

function formOf(action: MerchantAction): string {
  return `counterfoil-service merchant ${action} ${forms[action]}`.trimEnd()
}

function isAction(text: string): text is MerchantAction {
  return Object.hasOwn(forms, text)
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        name: { type: 'string' },
        settings: { type: 'string' },
        inactive: { type: 'boolean' },
        label: { type: 'string' },
        file: { type: 'string' },
        help: { type: 'boolean' },
      },
    })
  } catch (cause) {
    // Node goes on to explain what a word with a hyphen would need.
    const [sentence] = (cause as Error).message.split('. ')
    throw new UsageError(`${sentence}; "merchant help" lists what there is.`, { cause })
  }
}
