import type en from '../../../locales/en.json'

type PluralSuffix = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other'

type WithoutPlural<Key extends string> = Key extends `${infer Base}_${PluralSuffix}` ? Base : Key

type PathsOf<Node> = {
  [Key in keyof Node & string]: Node[Key] extends string ? WithoutPlural<Key> : `${Key}.${PathsOf<Node[Key]>}`
}[keyof Node & string]

/** The name of a message in `locales/en.json`, such as `totals.grand`; plural forms share one name. */
export type MessageKey = PathsOf<typeof en>
