/** A lint rule, described. */
export interface Rule {
  /** The usual severity; some cases are milder or more severe. */
  severity: 'error' | 'warning'
  /** In which files. */
  where: string
  what: string
  /** What comes of it, if `what` doesn't say. */
  why: string
  /** What to do about it. A finding says the same where it has no advice of its own. */
  fix: string
}

type Row = readonly [where: string, what: string, why: string, fix: string]

const rule =
  (severity: Rule['severity']) =>
  (...[where, what, why, fix]: Row): Rule => ({ severity, where, what, why, fix })
const error = rule('error')
const warning = rule('warning')

/** Every rule, by the name that findings and `lint-allow` use: where it looks, what it finds, why that matters, how to mend it. */
// biome-ignore format: a table has a row in a line
export const rules: Readonly<Record<string, Rule>> = {
  syntax: error('any template', "It isn't valid Handlebars.", '', 'Close what was opened: `{{#if}}` with `{{/if}}`, `{{` with `}}`.'),
  refused: error('any template', 'An unknown helper, three braces, named arguments.', 'The compiler refuses it.', 'The finding says what to write instead.'),
  'no-such-section': error('any template', "A section or stylesheet doesn't exist.", '', 'Correct its name, or write the file.'),
  'section-in-itself': error('any template', 'A section contains itself.', '', 'Remove one of them.'),
  'section-out-of-place': error('any template', 'A package section is used somewhere else.', 'The fields it prints are out of reach.', 'Put the `{{#with field}}` or `{{#each list}}` it needs around it; its first line names it.'),
  'unknown-section': error('`brand.json`', '`sections` names a section that does not exist, or one that cannot be moved.', '', 'Correct its name, or write its files.'),
  'page-without-marks': warning('pages', 'A page of yours has no marks.', "`sections` in `brand.json` doesn't order it.", 'Write `{{!-- sections --}}` before its sections and `{{!-- /sections --}}` behind them, or delete the page.'),
  'section-missing': warning('sections', 'A section of yours is on some of mail, paper and plain text, but not on all.', '', 'Write its other file, or use it on the other pages.'),
  'unused-file': warning('any file', 'No page uses the file.', '', 'Correct its path, use it in a page, or delete it.'),
  'unknown-field': error('any template', 'The view has no such field there.', '', 'Correct the name, or reach it with `../` or `@root`.'),
  'maybe-absent': error('any template', 'A field is printed that some receipts lack.', 'There it prints nothing.', 'Write `{{#if field}}` around it.'),
  'unknown-code': error('any template', '`(is field "code")` compares a field with a code that it never is.', '', 'Write one of the codes in the table of the view.'),
  'not-text': error('any template', 'A list, an object or a boolean is printed.', '', 'Print one of its fields, or test it with `{{#if}}`.'),
  'not-extra': error('any template', "`{{date field}}`, `dateTime`, `money` or `number` is given a field that isn't of `extra`.", 'It is written already.', 'Print the field as it is, or name one of `extra`.'),
  'not-a-list': error('any template', '`{{#each}}` is used on something that is not a list.', '', 'Print it, or write `{{#with}}`.'),
  'unknown-word': error('any template', 'An `own` word is printed that no file in `locales/` has.', '', 'Add it under `own`, or write `{{#if own.word}}` around it.'),
  'brand-file': error('`brand.json`', 'It cannot be used.', '', 'Correct the field named.'),
  'words-file': error('`locales/`', 'A file cannot be used.', '', 'Correct the key named.'),
  'bare-word': warning('any template', 'Words stand in a template.', 'They stay the same in every language.', 'Put them into `locales/` under `own`.'),
  'language-incomplete': warning('`locales/`', 'A language of the folder lacks messages.', 'They are English then.', 'Add them to its file; `counterfoil locales FOLDER` lists them.'),
  'word-not-translated': warning('`locales/`', "An `own` word is missing in some of the folder's languages.", '', 'Add it to the files that the finding names.'),
  'broken-words': warning('mail', 'With `--layout`: a text breaks into single letters on a phone 320 px wide.', '', 'Give the cell beside it less width, or this one a min-width.'),
  'line-break-not-space': warning('HTML', 'There is only a line break between words.', 'It is not a space here.', 'Write both on one line with a space between, or end the line with `<br>`.'),
  'class-of-mustache': error('mail', 'A class is chosen at render time.', 'Styles were inlined before, so it gets none.', 'Write the element twice, in `{{#if}}` and `{{else}}`, each with its own class.'),
  'mustache-in-tag': error('HTML', '`{{…}}` stands in a tag outside a quoted attribute value.', 'It could end the tag.', 'Put it into a value: `name="{{plain field}}"`; or write the element twice, in `{{#if}}` and `{{else}}`.'),
  'torn-element': error('mail', 'An element is opened in one branch of a block and closed outside it, or the other way round.', 'It would be closed in the wrong place when styles are inlined.', 'Write the whole element in each branch.'),
  'unquoted-attribute': error('HTML', 'An attribute value with `{{…}}` has no quotes.', 'A space in it would start another attribute.', 'Add quotes.'),
  'not-plain': error('HTML', 'A field that may print `<span dir>` is used where markup is not allowed.', '', 'Write `{{plain field}}`.'),
  'data-in-address': error('HTML', 'A URL is assembled from text.', 'A receipt could link anywhere.', 'Make the whole value one field that holds a URL.'),
  'data-in-style': error('HTML, styles', 'Receipt text stands in a style.', 'It would be read as CSS.', 'Use `brand` values, or classes within `{{#if}}`.'),
  'font-in-style': error('HTML, styles', '`{{brand.font}}` stands in a style element.', 'It contains quotes, which are not decoded there.', 'Set the font in `brand.css`.'),
  'event-or-script': error('HTML', 'Scripts, forms and frames.', 'They do not work in mail clients.', 'Remove it.'),
  'remote-picture': warning('HTML', 'An image is loaded from elsewhere.', 'It is blocked in mail and missing on paper.', 'Use `"logo"` in `brand.json` or the image of an offer: those are attached.'),
  'dead-address': error('HTML', 'A URL is relative.', "It doesn't work in an email.", 'Write the full URL.'),
  'image-without-size': warning('HTML', 'An image lacks width, height or alt.', 'The page needs them until it loads, and if it never does.', 'Write `<img src="{{plain src}}" width="{{px width}}" height="{{px height}}" alt="…">`; `alt=""` if it is decoration.'),
  unclaimed: warning('paper', "A picture, link or language that a PDF for all can't have.", 'Paper with it can claim neither PDF/UA-1 nor PDF/A-3a.', 'Write `alt`, `aria-label` or a language tag; leave links outside of what `aria-hidden` hides.'),
  'physical-side': warning('HTML, styles', 'Left or right is written.', 'They do not flip in right-to-left receipts.', 'Write `start` and `end`.'),
  'css-syntax': error('styles', 'Part of a stylesheet is not valid CSS.', 'Clients would skip it.', 'Correct it.'),
  'unknown-property': warning('HTML, styles', 'CSS has no such property.', '', 'Correct its name.'),
  'wrong-value': warning('HTML, styles', 'The property does not accept the value.', 'Clients ignore it.', 'Correct it; numbers need units.'),
  'not-a-class': error('inlined styles', 'A rule selects something other than a class.', 'It would apply everywhere, or nowhere.', 'Give the element a class, or move the rule into `@media`.'),
  'nth-child': error('inlined styles', 'A rule depends on position.', 'Positions are counted before the list has any lines.', 'Give the element a class in the template, within `{{#if @first}}` or `{{#if @last}}`; rows cannot alternate.'),
  'css-variable': error('mail', 'A CSS variable is used.', 'Gmail drops such declarations.', 'Write the value itself, or a brand value such as `{{brand.color}}`, which is filled in per receipt.'),
  'nested-at-rule': error('mail', 'At-rules are nested.', 'Gmail drops a stylesheet with them.', 'Write them one after the other; combine conditions: `@media screen and (max-width: 480px)`.'),
  'page-box': warning('styles', '`@page` sets a size or margins.', 'The paper has its own.', 'Print on another paper, such as `{ width: 148, height: 210, margin: 10 }`.'),
  'lost-at-rule': error('inlined styles', 'There is an at-rule.', 'It is lost when styles are inlined.', 'Write it into `brand.css` or `email-kept.css`.'),
  'remote-in-css': error('styles', 'A stylesheet loads something.', 'Mail clients block it.', 'Remove it.'),
  'kept-style-too-long': error('mail', "The mail's style element is longer than 16,384 characters.", 'Gmail drops it.', 'Keep only what phones and dark mode need in `@media`; plain rules are inlined and do not count.'),
  'unused-class': warning('styles', 'No template uses that class.', '', 'Correct its name, or remove the rule.'),
  'important-needed': warning('kept styles', 'A rule sets what an inlined one sets, too.', 'Inlined styles override it.', 'Add `!important`.'),
  'no-dark-counterpart': warning('inlined styles', 'A color is set for light mode only.', '', 'Set it in `@media (prefers-color-scheme: dark)` too.'),
  'low-contrast': warning('styles, `brand.json`', 'Text and background are too much alike.', '', 'Text needs 4.5 : 1 (WCAG 2.2, 1.4.3); choose a darker or lighter shade.'),
  'logo-on-dark': warning('`brand.json`', "In dark mode a third of the logo can't be told from the page (3:1 needed).", 'Without a light version, it stands on a white plate.', 'Write a light version as `logoDark`.'),
  'logo-on-light': warning('`brand.json`', "In light mode a third of the logo can't be told from the page (3:1 needed).", 'One that nobody would see stands on a plate.', 'Choose a darker version of the logo; write the light one as logoDark.'),
  'mail-font-only': warning('`brand.json`', 'Mail has a font with serifs or of fixed width.', 'Paper is printed in Noto Sans.', 'Write the font files as `"paperFonts"` too, or leave `"font"` out.'),
  'heavy-logo': warning('`brand.json`', 'The logo has more than 10 KB.', 'Gmail lists it as an attachment.', 'Save it with few colors.'),
  'small-logo': warning('`brand.json`', 'The logo has too few pixels for most screens.', '', 'Save it at twice its display width.'),
  moved: warning('any file', 'Something that the file has, or stands in for, moved to another block or has another class.', '', 'The finding says where it is now.'),
  'slot-left-out': warning('pages', 'A page does not print a slot.', "Tills' own texts would be missing.", 'Print it, or delete the file that leaves it out.'),
  'receipt-field': warning('pages', 'A receipt field no longer appears on a page.', '', 'Print the view field that the finding names.'),
  'client-support': warning('mail', 'With `--clients`: a mail client does not support it.', '', 'Check that the mail reads well without it.'),
  'unknown-rule': warning('any file', '`lint-allow` names a rule that does not exist.', '', 'Correct its name.'),
}

/** What to do about a rule's findings, as they say it: without code marks, in one line with what is wrong. */
export function adviceOf(name: string): string {
  const fix = rules[name]?.fix.replaceAll('`', '').replace(/\.$/, '') ?? ''
  return fix.charAt(0).toLowerCase() + fix.slice(1)
}
