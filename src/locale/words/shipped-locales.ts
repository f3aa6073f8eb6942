/**
 * The locales a receipt can use. A locale without a file in `locales/` has its parents' wording with its country's formats:
 * Bolivia gets Latin American Spanish with 1.234,50.
 */
export const shippedLocales: readonly string[] = [
  ...['en-US', 'en-CA', 'en-GB', 'es-ES', 'es-419', 'fr-FR', 'fr-CA', 'de-DE', 'ja-JP', 'ar'],
  ...['en-AU', 'en-HK', 'en-IE', 'en-IN', 'en-JM', 'en-MY', 'en-NZ', 'en-PH', 'en-SG', 'en-ZA'],
  ...[
    'es-AR',
    'es-BO',
    'es-CL',
    'es-CO',
    'es-CR',
    'es-DO',
    'es-EC',
    'es-GT',
    'es-HN',
    'es-MX',
    'es-NI',
    'es-PA',
    'es-PE',
  ],
  ...['es-PR', 'es-PY', 'es-SV', 'es-US', 'es-UY', 'es-VE'],
  ...['fr-BE', 'fr-CH', 'fr-LU', 'fr-MA', 'de-AT', 'de-CH', 'de-LI', 'de-LU'],
  ...['ar-AE', 'ar-BH', 'ar-EG', 'ar-JO', 'ar-KW', 'ar-LB', 'ar-MA', 'ar-OM', 'ar-QA', 'ar-SA', 'ar-TN'],
]
