import { byId } from '../parts/dom.tsx'

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
  const said = byId('send-state')
  byId('send-form').hidden = !canSend
  byId('send-how').hidden = canSend
  byId('send-close').addEventListener('click', () => dialog.close())
  byId('send-form').addEventListener('submit', event => {
    event.preventDefault()
    void attempt()
  })

  async function attempt(): Promise<void> {
    button.disabled = true
    said.textContent = 'Sending…'
    try {
      await send(address.value.trim())
      localStorage.setItem(remembered, address.value.trim())
      said.textContent = `Sent to ${address.value.trim()}`
    } catch (error) {
      said.textContent = (error as Error).message
    }
    button.disabled = false
  }

  return {
    open() {
      said.textContent = ''
      address.value ||= localStorage.getItem(remembered) ?? ''
      dialog.showModal()
    },
  }
}
