/** A lint rule, described. */
export interface Rule {
  /** The usual severity; some cases are milder or more severe. */
  severity: 'error' | 'warning'
  what: string
  /** What to do about it. */
  remedy: string
}

const error = (what: string, remedy: string): Rule => ({ severity: 'error', what, remedy })
const warning = (what: string, remedy: string): Rule => ({ severity: 'warning', what, remedy })

/** Every rule, by the name that findings and `lint-allow` use. */
export const rules: Readonly<Record<string, Rule>> = {
  syntax: error("A template isn't valid Handlebars.", 'Close what was opened.'),
  refused: error(
    'The compiler refuses it: an unknown helper, three braces, named arguments.',
    'The finding says what to write instead.',
  ),
  'no-such-section': error("A section or stylesheet doesn't exist.", 'Correct its name, or write the file.'),
  'section-in-itself': error('A section contains itself.', 'Remove one of the two.'),
  'section-out-of-place': error(
    'A package section is used where the fields it prints are out of reach.',
    'Put `{{#with field}}` or `{{#each list}}` around it.',
  ),
  'unknown-section': error(
    '`sections` in `brand.json` names a section that does not exist, or one that cannot be moved.',
    'Correct its name, or write its files.',
  ),
  'page-without-marks': warning(
    "A page of yours has no marks, so `sections` in `brand.json` doesn't order it.",
    'Write `{{!-- sections --}}` and `{{!-- /sections --}}` around its sections.',
  ),
  'section-missing': warning(
    'A section of yours is on some of mail, paper and plain text, but not on all.',
    'Write its other file, or use it on the other pages.',
  ),
  'unused-file': warning('No page uses the file.', 'Correct its path, use it in a page, or delete it.'),
  'unknown-field': error('The view has no such field there.', 'Correct the name, or reach it with `../` or `@root`.'),
  'maybe-absent': error(
    'A field is printed that some receipts lack; there it prints nothing.',
    'Write `{{#if field}}` around it.',
  ),
  'unknown-code': error(
    '`(is field "code")` compares a field with a code that it never is.',
    'Write one of the codes in the table of the view.',
  ),
  'not-text': error(
    'A list, an object or a boolean is printed.',
    'Print one of its fields, or test it with `{{#if}}`.',
  ),
  'not-extra': error(
    "`{{date field}}`, `dateTime`, `money` or `number` is given a field that isn't of `extra`.",
    'Print the field as it is, or name one of `extra`.',
  ),
  'not-a-list': error('`{{#each}}` is used on something that is not a list.', 'Print it, or write `{{#with}}`.'),
  'unknown-word': error(
    'An `own` word is printed that no file in `locales/` has.',
    'Add it under `own`, or write `{{#if own.word}}` around it.',
  ),
  'brand-file': error('`brand.json` cannot be used.', 'Correct the field named.'),
  'words-file': error('A file in `locales/` cannot be used.', 'Correct the key named.'),
  'bare-word': warning('Words in a template stay the same in every language.', 'Put them into `locales/` under `own`.'),
  'language-incomplete': warning(
    'A language of the folder lacks messages, which are English then.',
    'Add them to its file; `counterfoil locales FOLDER` lists them.',
  ),
  'word-not-translated': warning(
    "An `own` word is missing in some of the folder's languages.",
    'Add it to the files that the finding names.',
  ),
  'broken-words': warning(
    'With `--layout`: on a phone 320 px wide, a text breaks into single letters.',
    'Give the cell beside it less width.',
  ),
  'line-break-not-space': warning(
    'A line break between words is not a space here.',
    'Write both words on one line, or `<br>`.',
  ),
  'class-of-mustache': error(
    'A class is chosen at render time, after styles were inlined, so it gets none.',
    'Write the element twice, in `{{#if}}` and `{{else}}`.',
  ),
  'mustache-in-tag': error('`{{…}}` inside a tag must be inside a quoted attribute value.', 'Put it into a value.'),
  'torn-element': error(
    'An element of a mail is opened in one branch of a block and closed outside it, or the other way round.',
    'Write the whole element in each branch.',
  ),
  'unquoted-attribute': error('An attribute value with `{{…}}` has no quotes.', 'Add quotes.'),
  'not-plain': error(
    'A field that may print `<span dir>` is used where markup is not allowed.',
    'Write `{{plain field}}`.',
  ),
  'data-in-address': error('A URL is assembled from text.', 'Make the whole value one field that holds a URL.'),
  'data-in-style': error('Receipt text would be read as CSS.', 'Use `brand` values, or classes within `{{#if}}`.'),
  'font-in-style': error(
    '`{{brand.font}}` contains quotes, which a style element cannot decode.',
    'Set the font in `brand.css`.',
  ),
  'event-or-script': error('Scripts, forms and frames do not work in mail clients.', 'Remove it.'),
  'remote-picture': warning(
    'A remote image is blocked in mail and missing on paper.',
    'Use `logo`, or the image of an offer.',
  ),
  'dead-address': error("Relative URLs don't work in an email.", 'Write the full URL.'),
  'image-without-size': warning('An image lacks width, height or alt.', 'Write all three.'),
  unclaimed: warning(
    'Paper with it can claim neither PDF/UA-1 nor PDF/A-3a.',
    'Write `alt`, `aria-label` or a language tag; leave links outside of what `aria-hidden` hides.',
  ),
  'physical-side': warning('Left and right do not flip in right-to-left receipts.', 'Write `start` and `end`.'),
  'css-syntax': error('Part of a stylesheet is not valid CSS.', 'Correct it; clients would skip it.'),
  'unknown-property': warning('CSS has no such property.', 'Correct its name.'),
  'wrong-value': warning('Clients ignore a value the property does not accept.', 'Correct it; numbers need units.'),
  'not-a-class': error(
    'A rule to be inlined selects something other than a class.',
    'Give the element a class, or move the rule into `@media`.',
  ),
  'nth-child': error('Positions are counted before the list has any lines.', 'Use `{{#if @first}}` with a class.'),
  'css-variable': error('Gmail drops declarations that use CSS variables.', 'Write the value, or a `brand` value.'),
  'nested-at-rule': error('Gmail drops a stylesheet with nested at-rules.', 'Write them one after the other.'),
  'page-box': warning('The paper has its own size and margins.', 'Print on another `paper`.'),
  'lost-at-rule': error('The at-rule is lost when styles are inlined.', 'Move its rules into `@media`.'),
  'remote-in-css': error('Mail stylesheets cannot load anything.', 'Remove it.'),
  'kept-style-too-long': error('Gmail drops styles longer than 16,384 characters.', 'Shorten them.'),
  'unused-class': warning('No template uses that class.', 'Correct its name, or remove the rule.'),
  'important-needed': warning('Inlined styles override this rule.', 'Add `!important`.'),
  'no-dark-counterpart': warning(
    'A color is set for light mode only.',
    'Set it in `@media (prefers-color-scheme: dark)` too.',
  ),
  'low-contrast': warning('Contrast is too low (4.5:1 needed).', 'Choose a darker or lighter color.'),
  'logo-on-dark': warning(
    "In dark mode a third of the logo can't be told from the page (3:1 needed).",
    'Write a light version as `logoDark`; without one, the logo stands on a white plate.',
  ),
  'logo-on-light': warning(
    "In light mode a third of the logo can't be told from the page (3:1 needed).",
    'Choose a darker version; write the light one as `logoDark`.',
  ),
  'mail-font-only': warning(
    'Mail has a font with serifs or of fixed width, but paper is printed in Noto Sans.',
    'Write `paperFonts` too, or leave `font` out.',
  ),
  'heavy-logo': warning('Gmail lists a large logo as an attachment.', 'Keep the file under 10 KB.'),
  'small-logo': warning('The logo has too few pixels for most screens.', 'Save it at twice its display width.'),
  moved: warning(
    'Something that the file has, or stands in for, moved to another block or has another class.',
    'The finding says where it is now.',
  ),
  'slot-left-out': warning('A page does not print a slot.', 'Print it, or delete the file that leaves it out.'),
  'receipt-field': warning(
    'A receipt field no longer appears on a page.',
    'Print the view field that the finding names.',
  ),
  'client-support': warning('A mail client does not support it.', 'Check that the mail reads well without it.'),
  'unknown-rule': warning('`lint-allow` names a rule that does not exist.', 'Correct its name.'),
}
