import Bwip from '../../barcode/symbol/bwip.ts'

/** As in `barcode/symbol/load-bwip.ts`: part of the one file. */
export function bwip(): typeof Bwip {
  return Bwip
}
