/** A PGM file without its grays: behind a header of three lines, a byte for each dot. */
export function blackOrWhite(pgm: Uint8Array): Uint8Array {
  const header = /^(?:.*\n){3}/.exec(Buffer.from(pgm.subarray(0, 40)).toString('latin1'))![0].length
  return pgm.map((level, at) => (at < header ? level : level < 128 ? 0 : 255))
}
