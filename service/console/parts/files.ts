/** What is in a file that was chosen, as base64. @throws what the browser says if it can't be read */
export function base64Of(file: Blob): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const reader = new FileReader()
  reader.addEventListener('load', () => resolve(String(reader.result).replace(/^[^,]*,?/, '')))
  reader.addEventListener('error', () => reject(reader.error))
  reader.readAsDataURL(file)
  return promise
}
