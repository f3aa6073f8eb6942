import { onlineRegister, unnamedRegister } from '../../receipt/data/party-data.ts'
import { modes } from '../../standards/codes/tables.ts'
import { fact, isPresent, phrase, shownDate, type ViewContext } from '../presenting.ts'
import type { DocumentKind, FactView } from '../receipt-view.ts'

/** What a returns desk asks for: the receipt's numbers, then store, register and staff. */
export function presentFacts(p: ViewContext, kind: DocumentKind): FactView[] {
  const { receipt, t, isolate } = p
  const { workstation, revision } = receipt
  const { operator, associate } = workstation
  const register = nameless.has(workstation.id) ? '' : isolate.code(workstation.id)
  return [
    fact(
      'receipt',
      t(kind === 'payment-link' ? 'facts.requestNumber' : 'facts.receiptNumber'),
      isolate.code(receipt.transactionNumber),
    ),
    fact(
      'revision',
      t('facts.revision'),
      phrase([
        revision?.number && isolate.code(revision.number),
        revision?.dateTime && shownDate(p, revision.dateTime, 'dateTime'),
      ]),
    ),
    fact('reference', t('facts.reference'), receipt.referenceId && isolate.code(receipt.referenceId)),
    fact('mode', t('facts.mode'), modeWord(p)),
    fact('store', t('facts.store'), isolate.code(workstation.store.id)),
    fact('register', t('facts.register'), registerOf(p, register, operator && isolate.words(operator))),
    fact('associate', t('facts.associate'), associate && associate !== operator ? isolate.words(associate) : undefined),
  ].filter(isPresent)
}

/** Registers that no customer knows by a name. */
const nameless = new Set<string>([onlineRegister, unnamedRegister])

/** A register and who works at it: '7 (Ada)'. */
function registerOf({ t }: ViewContext, register: string, operator: string | undefined): string {
  return register && operator ? t('facts.registerOf', { register, operator }) : register || operator || ''
}

/** The till's mode in the reader's language; normal operation isn't mentioned, and that nothing was sold stands at the top. */
function modeWord(p: ViewContext): string | undefined {
  const { mode } = p.receipt
  if (!mode) return undefined
  const known = modes.find(mode)
  if (!known) return p.isolate.words(mode)
  return known.message && !known.isTest ? p.t(known.message) : undefined
}
