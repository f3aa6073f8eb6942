/** The languages of the console, each in its own name. */
export const languages = {
  'en-US': 'English',
  'en-CA': 'English (Canada)',
  'en-GB': 'English (UK)',
  'es-ES': 'Español',
  'es-419': 'Español (Latinoamérica)',
  'fr-FR': 'Français',
  'fr-CA': 'Français (Canada)',
  'de-DE': 'Deutsch',
  'ja-JP': '日本語',
  ar: 'العربية',
} as const
