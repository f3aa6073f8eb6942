import { byId } from '../parts/dom.ts'

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

/** Downloads a file. */
export function save(name: string, content: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
