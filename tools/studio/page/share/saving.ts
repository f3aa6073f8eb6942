import { save } from '../bar/files.ts'
import { server } from '../calls/server.ts'
import { askedOf, type Choice } from '../choice.ts'
import { byId } from '../parts/dom.ts'

/**
 * The menu's entries that save files: the mail, the PDF, and everything to approve.
 *
 * @param folder the template folder's name
 * @param paper the paper to print on, now
 * @param attempt runs work and shows its error
 */
export function listenToSaving(
  choice: Choice,
  folder: string | null,
  paper: () => string,
  attempt: (work: () => Promise<void>) => Promise<void>,
): void {
  const on = (id: string, work: () => Promise<void>) => byId(id).addEventListener('click', () => void attempt(work))
  const name = () => choice.fixture ?? choice.file?.replace(/\.json$/i, '') ?? 'receipt'
  on('save-eml', async () => save(`${name()}.eml`, await server.eml(askedOf(choice))))
  on('save-pdf', async () => save(`${name()}.${paper()}.pdf`, await server.pdf(askedOf(choice), paper())))
  on('approval', async () => save(`${folder ?? 'counterfoil'}-receipts.zip`, await server.approval(askedOf(choice))))
  byId('menu').addEventListener('click', () => byId('menu').hidePopover())
}
