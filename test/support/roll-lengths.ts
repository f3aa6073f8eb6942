/**
 * How long each fixture was before rolls were laid out to save paper, in mm: by look, on 80 and on 58 mm. Printed with the
 * templates of commit b095ce5, this project's browser and fonts; the receipts have not changed since.
 */
export const lengthsBefore: Record<string, Record<'modern' | 'classic' | 'compact', readonly [number, number]>> = {
  'bopus-order': { modern: [327, 362.3], classic: [317.8, 333.8], compact: [255.1, 285.4] },
  'boutique.fr-FR': { modern: [255.1, 303.7], classic: [272.7, 290.7], compact: [201.1, 243.4] },
  'bulk-300': { modern: [3709.5, 4849.3], classic: [3516.5, 3712.6], compact: [2169.6, 3036.4] },
  'cafe.ar': { modern: [299.5, 375.8], classic: [297, 330.2], compact: [226.1, 292.8] },
  'card-number-in-text': { modern: [232.8, 266], classic: [241.3, 233.9], compact: [181.4, 200.4] },
  'convenience.ja-JP': { modern: [278.3, 299.9], classic: [271.9, 253.3], compact: [217.7, 234.6] },
  'electronics-warranty.es-ES': { modern: [364.4, 430.8], classic: [382.8, 408.5], compact: [281.9, 338.7] },
  everything: { modern: [1245.3, 1542.4], classic: [1264, 1380.7], compact: [932.4, 1177.9] },
  'fashion-return.fr-CA': { modern: [244.1, 301.6], classic: [260, 274.1], compact: [198, 242.4] },
  'fashion-sale.en-CA': { modern: [284.6, 323.5], classic: [296, 297.8], compact: [222.9, 245.5] },
  fuel: { modern: [232.8, 267.8], classic: [233.9, 248.8], compact: [188.4, 211.7] },
  'gift-card': { modern: [244.1, 320.6], classic: [253, 302.7], compact: [185.9, 262.1] },
  'gift-receipt': { modern: [154.9, 221.9], classic: [161.9, 213.8], compact: [122.8, 184.8] },
  'grocery-vat.de-DE': { modern: [423.7, 491.1], classic: [412.8, 433.9], compact: [311.2, 378.9] },
  'homedelivery.es-419': { modern: [334.4, 397.9], classic: [346.8, 367.3], compact: [267.8, 325.6] },
  hostile: { modern: [824.1, 1108.8], classic: [847.8, 1030.8], compact: [655.1, 861.1] },
  'hotel.en-GB': { modern: [326.3, 375], classic: [334.4, 357.7], compact: [243.1, 287.5] },
  layaway: { modern: [385.2, 534.5], classic: [393.4, 505.2], compact: [312.6, 437.1] },
  minimal: { modern: [68.1, 71.6], classic: [69.9, 68.1], compact: [59.9, 59.9] },
  'paper-only-no-currency': { modern: [134.5, 145.7], classic: [133.7, 132.3], compact: [110.7, 120] },
  'payment-link': { modern: [222.3, 249.4], classic: [222.9, 227.9], compact: [180.3, 193.7] },
  pharmacy: { modern: [324.9, 375], classic: [339, 348.2], compact: [251.5, 298.1] },
  'raw-only': { modern: [164, 147.1], classic: [168.7, 142.8], compact: [152.4, 134] },
  'restaurant-tip': { modern: [272.4, 302], classic: [270.9, 285.4], compact: [204.3, 232.5] },
  'split-tender': { modern: [245.9, 295.2], classic: [247.7, 274.1], compact: [195.8, 232.2] },
}
