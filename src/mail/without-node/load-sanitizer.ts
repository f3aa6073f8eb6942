import library from 'sanitize-html'

/** As in `view/load-sanitizer.ts`: part of the one file. */
export function sanitizer(): typeof library {
  return library
}
