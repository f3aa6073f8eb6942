import { TillError } from '../basics/errors.ts'

/** Where a printer is: on the network, or a file: a device's, such as `/dev/usb/lp0`, a share's, or any. */
export type PrinterAddress = { host: string; port: number } | { file: string }

/** The port of receipt printers. */
const usualPort = 9100

/**
 * Reads `tcp://192.0.2.7`, `tcp://printer.example.com:9101` or the path of a file.
 *
 * @throws TillError for another scheme, or an address without a host
 */
export function readAddress(text: string): PrinterAddress {
  // A single letter is a drive.
  if (!/^[a-z][a-z0-9+.-]+:\/\//i.test(text)) {
    if (text === '') throw new TillError('printer: must be tcp://host:9100, or the path of a device or file.')
    return { file: text }
  }
  const url = URL.parse(text)
  if (url?.protocol !== 'tcp:' || url.hostname === '' || (url.pathname !== '' && url.pathname !== '/'))
    throw new TillError(`printer: must be tcp://host:9100, or the path of a device or file; it is ${text}`)
  return { host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port || usualPort) }
}
