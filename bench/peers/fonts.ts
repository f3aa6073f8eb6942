import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const folder = dirname(createRequire(import.meta.url).resolve('@expo-google-fonts/noto-sans/package.json'))

/** Paths of the font that Counterfoil prints with. */
export const notoSans = {
  regular: join(folder, '400Regular', 'NotoSans_400Regular.ttf'),
  bold: join(folder, '700Bold', 'NotoSans_700Bold.ttf'),
}
