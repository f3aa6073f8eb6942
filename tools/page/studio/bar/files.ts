import { byId } from '../../parts/dom.tsx'
import { type Choice, requestOf } from '../choice.ts'
import { server } from '../server.ts'

/** Opens receipts that are dropped on the page, or chosen with the button. */
export function listenToFiles(opened: (name: string, text: string) => void): void {
  const curtain = byId('drop')
  const input = byId<HTMLInputElement>('file')
  const take = async (file: File | undefined) => {
    if (file) opened(file.name, await file.text())
  }
  addEventListener('dragover', event => {
    if (!event.dataTransfer?.types.includes('Files')) return
    event.preventDefault()
    curtain.hidden = false
  })
  addEventListener('dragleave', event => {
    if (event.relatedTarget === null) curtain.hidden = true
  })
  addEventListener('drop', event => {
    event.preventDefault()
    curtain.hidden = true
    const file = event.dataTransfer?.files[0]
    // A picture is no receipt; a logo is dropped on its field.
    if (!file?.type.startsWith('image/')) void take(file)
  })
  byId('open').addEventListener('click', () => input.click())
  input.addEventListener('change', () => {
    void take(input.files?.[0])
    input.value = ''
  })
}

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
  on('save-eml', async () => save(`${name()}.eml`, await server.eml(requestOf(choice))))
  on('save-pdf', async () => save(`${name()}.${paper()}.pdf`, await server.pdf(requestOf(choice), paper())))
  on('approval', async () => save(`${folder ?? 'counterfoil'}-receipts.zip`, await server.approval(requestOf(choice))))
  byId('menu').addEventListener('click', () => byId('menu').hidePopover())
}

/** Downloads a file. */
function save(name: string, content: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}

/** Where the address is remembered, in this browser only. */
const remembered = 'counterfoil-test-address'

/**
 * The dialog that sends a test mail.
 *
 * @param canSend without a mail server, the dialog says how to name one
 * @param send sends to that address; its error is shown
 */
export function createSendDialog(canSend: boolean, send: (to: string) => Promise<unknown>): { open(): void } {
  const dialog = byId<HTMLDialogElement>('send')
  const address = byId<HTMLInputElement>('send-to')
  const button = byId<HTMLButtonElement>('send-button')
  const status = byId('send-state')
  byId('send-form').hidden = !canSend
  byId('send-how').hidden = canSend
  byId('send-close').addEventListener('click', () => dialog.close())
  byId('send-form').addEventListener('submit', event => {
    event.preventDefault()
    void attempt()
  })

  async function attempt(): Promise<void> {
    button.disabled = true
    status.textContent = 'Sending…'
    try {
      await send(address.value.trim())
      localStorage.setItem(remembered, address.value.trim())
      status.textContent = `Sent to ${address.value.trim()}`
    } catch (error) {
      status.textContent = (error as Error).message
    }
    button.disabled = false
  }

  return {
    open() {
      status.textContent = ''
      address.value ||= localStorage.getItem(remembered) ?? ''
      dialog.showModal()
    },
  }
}
