import type { Reason } from '../../src/basics/reasons.ts'
import { Choice, Field } from '../parts/form.tsx'
import { whyWords, withoutStop } from './mail-words.ts'

interface ReasonFieldProps {
  label: string
  /** The choice of none. */
  any: string
  reasons: readonly Reason[]
  reason: string | undefined
  put: (changes: { reason: string }) => void
}

/** Why mails didn't arrive: a reason, or any. */
export function ReasonField({ label, any, reasons, reason = '', put }: ReasonFieldProps) {
  const options = reasons.map(each => [each, withoutStop(whyWords(each))] as const)
  return (
    <Field label={label}>
      <Choice value={reason} options={[['', any], ...options]} changed={chosen => put({ reason: chosen })} />
    </Field>
  )
}
