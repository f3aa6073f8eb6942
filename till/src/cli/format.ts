import { plainText } from '../basics/values.ts'
import type { CheckoutEnd } from '../flow/checkout.ts'
import { describeOdd, type Shown, type TillStatus } from '../spool/status.ts'

/** Exit codes: what became of a sale or a print, for scripts. */
export const exitCodes = { done: 0, trouble: 1, usage: 2, queued: 3, refused: 4, lost: 5, perhaps: 6 } as const

/** What a command ends with; its text goes to the standard output. */
export interface CommandResult {
  /** Default 0. */
  code?: number
  text: string
}

/** The exit code for a sale. */
export function exitCodeOf({ copy, notice, receiptId }: CheckoutEnd): number {
  if (copy === 'queued' || copy === 'refused') return exitCodes[copy]
  return copy === 'none' && notice !== undefined && receiptId === undefined ? exitCodes.lost : exitCodes.done
}

/** A sale's end in words, a line each. */
export function formatCheckout({
  copy,
  confirm,
  notice,
  print,
  receiptId,
  referenceId,
  reason,
  offers,
}: CheckoutEnd): string {
  const lines = [
    confirm ?? notice ?? 'The service has the sale; no digital copy was wanted.',
    `Paper: ${print ? 'print it' : 'not wanted'}.`,
    copies[copy],
    receiptId !== undefined && `Receipt ${receiptId}.`,
    offers.length > 0 && `${offers.length} offer${offers.length > 1 ? 's' : ''} to show.`,
    reason !== undefined && `${reason} Reference ${referenceId}.`,
  ]
  return linesOf(lines)
}

const copies: Readonly<Record<CheckoutEnd['copy'], string | false>> = {
  sent: false,
  none: false,
  queued: 'It is in the spool and will be sent when the service is back.',
  refused: 'It rests in the spool under refused, with the reason beside it.',
}

/** A spool's status in words, a line each. */
export function formatStatus({ pending, oldest, refused, removal, sent, odd, freeBytes, halt }: TillStatus): string {
  return linesOf([
    `${pending} waiting${oldest === undefined ? '' : `, the oldest since ${oldest}`}`,
    `${refused} refused`,
    `${sent} sent and still kept`,
    ...odd.map(describeOdd),
    isSoon(removal) && `What was refused is removed from ${removal} on; "retry FILE" takes it back.`,
    `${Math.floor(freeBytes / 1024 ** 2)} MB free`,
    halt,
  ])
}

/** Within a week. */
function isSoon(time: string | undefined): boolean {
  return time !== undefined && Date.parse(time) - Date.now() < 7 * 86_400_000
}

/** A file of the spool for a person: where it is and why, then the receipt. */
export function formatFile({ folder, file, at, acceptLanguage, receipt, note, problem, text }: Shown): string {
  return linesOf([
    `${folder}/${file}`,
    problem,
    at !== undefined && `Put there at ${at}${acceptLanguage === undefined ? '' : `, in ${acceptLanguage}`}.`,
    ...(note === undefined ? [] : ['Why it is here:', ...jsonLines(note)]),
    ...(receipt === undefined ? [] : ['The receipt:', ...jsonLines(receipt)]),
    ...(text === undefined ? [] : ['Its text:', ...text.split('\n')]),
  ])
}

function jsonLines(value: unknown): string[] {
  return JSON.stringify(value, null, 2).split('\n')
}

function linesOf(lines: readonly (string | false | undefined)[]): string {
  return lines
    .filter(line => typeof line === 'string')
    .map(line => `${plainText(line)}\n`)
    .join('')
}
