import { type FeatureUse, styleElement } from './declaration-features.ts'

type Applies = (use: FeatureUse) => boolean

const value =
  (pattern: RegExp): Applies =>
  use =>
    pattern.test(use.value)
const name =
  (pattern: RegExp): Applies =>
  use =>
    pattern.test(use.name)
const on =
  (...names: string[]): Applies =>
  use =>
    use.elements.some(element => names.includes(element))
const notOn =
  (...names: string[]): Applies =>
  use =>
    use.elements.some(element => !names.includes(element))
const without =
  (property: RegExp): Applies =>
  use =>
    !use.beside.some(other => property.test(other))
const never: Applies = () => false

/** By feature: words of a note, and the places to which they apply, where a template tells. */
export const noteLimits: Readonly<Record<string, readonly (readonly [RegExp, Applies])[]>> = {
  'css-at-media': [
    [/height based/, value(/height/)],
    [/[Nn]ested/, use => use.under.includes('css-at-media')],
    [/Only supports `screen`/, value(/\((?!\s*((min|max)-(width|height)|prefers-|orientation|(any-)?hover))/)],
  ],
  'css-at-media-orientation': [[/portrait/, value(/portrait/)]],
  'css-background': [
    [/multiple values/, value(/,(?![^(]*\))/)],
    [/background-size/, value(/\/(?![^(]*\))/)],
    [/Only `background-color`/, value(/url\(|gradient\(/)],
  ],
  'css-background-image': [[/multiple values/, value(/,(?![^(]*\))/)]],
  'css-border': [
    [/bigger than 8px/, value(/\b(9|\d\d+)px/)],
    [/used on a `<p>`/, on('p', 'div')],
  ],
  'css-border-radius': [[/slash/, value(/\//)]],
  'css-clear': [[/Logical/, value(/inline-/)]],
  'css-cursor': [
    [/URL/, value(/url\(/)],
    [/Only supports/, value(/^(?!crosshair|help|move|pointer|progress|text|wait|auto|default|\w{1,2}-resize)/)],
  ],
  'css-direction': [[/entire email/, never]],
  'css-display': [
    [/inherit/, never],
    [/flow-root/, value(/flow-root|contents|initial|revert|unset/)],
  ],
  'css-display-none': [
    [/inherit/, without(/^mso-hide:/)],
    [/`<img>`/, on('img')],
  ],
  'css-float': [[/Logical/, value(/inline-/)]],
  'css-font-size': [
    [/`rem`/, value(/rem\b/)],
    [/percentage/, value(/%|er\b/)],
  ],
  'css-font-weight': [
    [/between 0 and 599/, value(/^(?!400|700)\d/)],
    [/Fonts Level 4/, value(/^(?![1-9]00$)\d/)],
  ],
  'css-height': [[/Not supported on/, on('body', 'span', 'div', 'p')]],
  'css-important': [
    [/lowercase/, value(/[A-Z]/)],
    [/space before/, value(/^\S/)],
    [/Not supported inline/, use => !use.under.includes(styleElement)],
    [/no space before when used with a `background-image`/, value(/^\S/)],
    [/Only supported inline/, never],
  ],
  'css-letter-spacing': [
    [/negative/, value(/^-(?!0?\.0)/)],
    [/`em`/, value(/\dem\b/)],
  ],
  'css-line-height': [
    [/mso-line-height-rule/, use => value(/(em|px)\b/)(use) && without(/^mso-line-height-rule: exactly$/)(use)],
  ],
  'css-list-style': [
    [/list-style-image/, value(/url\(/)],
    [/Only `list-style-type`/, value(/url\(|inside|outside/)],
  ],
  'css-margin': [
    [/Negative/, value(/(^|\s)-/)],
    [/`<span>` and `<body>`/, use => on('span', 'body')(use) && value(/[1-9]/)(use)],
    [/background-color/, use => !without(/^background/)(use) && value(/[1-9]/)(use)],
    [/`auto`/, value(/auto/)],
  ],
  'css-max-width': [[/Only works on `<table>`/, notOn('table')]],
  'css-overflow': [
    [/overflow-block/, name(/block|inline/)],
    [/scroll/, value(/auto|scroll/)],
  ],
  'css-overflow-wrap': [[/word-break/, without(/^word-break:/)]],
  'css-padding': [
    [/table cells/, use => notOn('td', 'th')(use) && value(/[1-9]|\{/)(use)],
    // A class does not tell which cells share a row.
    [/cells of a same row/, never],
  ],
  'css-position': [
    [/`relative`, `absolute` but not/, value(/sticky|fixed/)],
    [/`sticky` but not/, value(/relative|absolute|fixed/)],
    [/`relative` but not/, value(/absolute|sticky|fixed/)],
  ],
  'css-rgb': [
    [/[Ww]hitespace/, value(/rgba?\([^,)]*\)/)],
    [/Alpha/, value(/rgb\(([^,)]*,){3}|\//)],
  ],
  'css-rgba': [[/[Ww]hitespace/, value(/rgba?\([^,)]*\)/)]],
  'css-text-align': [
    [/^Doesn't support the `match-parent`/, value(/match-parent/)],
    [/vendor prefixed/, never],
    // The compiler makes them left and right.
    [/`start` and `end`/, never],
  ],
  'css-text-decoration': [
    [/multiple values/, value(/\S\s+\S/)],
    [/overline/, value(/overline/)],
    [/non Google/, value(/\S\s+\S/)],
  ],
  'css-text-indent': [[/Negative/, value(/^-/)]],
  'css-text-transform': [[/lowercase/, value(/lowercase/)]],
  'css-transition': [
    [/Longhand/, name(/-/)],
    [/`all`/, value(/all/)],
  ],
  'css-white-space': [[/`pre`/, value(/^pre$/)]],
  'css-width': [[/Not supported on/, on('body', 'span', 'div', 'p', 'img')]],
  // The declared value breaks words anyway.
  'css-word-break': [[/look like `break-all`/, value(/keep-all|normal/)]],
  'css-word-spacing': [[/`rem`/, value(/rem|ch/)]],
  'css-word-wrap': [[/Applies/, never]],
  'html-align': [[/`<table>`/, use => on('table')(use) && value(/left|right|start|end/)(use)]],
  'html-background': [[/`<body>`/, notOn('body')]],
  'html-height': [
    [/Percentage/, use => on('img')(use) && value(/%/)(use)],
    [/120 dpi/, never],
  ],
  'html-lists': [
    [/`reversed`/, value(/reversed/)],
    [/`value`/, use => on('li')(use) && value(/value/)(use)],
  ],
  'html-mailto-links': [[/`bcc`/, value(/bcc=/)]],
  'html-semantics': [
    [/`<details>`, `<main>`/, on('details', 'main', 'nav', 'summary')],
    [/Only `<time>`/, notOn('time')],
    [/are stripped/, never],
  ],
  'html-style': [
    // It comes first in the head, and its size has its own rule.
    [/`<body>`|before their rules|16 KB/, never],
  ],
  'html-target': [[/open in a new window anyway/, never]],
  'html-width': [
    [/Percentage/, use => on('img')(use) && value(/%/)(use)],
    // The page sets PixelsPerInch.
    [/120 dpi/, never],
  ],
}
