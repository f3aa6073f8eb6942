import type { Finding } from './finding.ts'

/** A rule of the lint in words. */
export interface Rule {
  /** How bad it is; some rules are milder or harder where the case is. */
  severity: Finding['severity']
  /** What is wrong. */
  what: string
  /** What to do about it. */
  remedy: string
}

const error = (what: string, remedy: string): Rule => ({ severity: 'error', what, remedy })
const warning = (what: string, remedy: string): Rule => ({ severity: 'warning', what, remedy })

/** Every rule there is, by the name that findings and `lint-allow` use. */
export const rules: Readonly<Record<string, Rule>> = {
  syntax: error('A template is no valid Handlebars.', 'Close what was opened.'),
  refused: error(
    'The compiler refuses it: an unknown helper, three braces, arguments with names.',
    'The finding says what to write in its place.',
  ),
  'no-such-section': error(
    'A section or stylesheet is named that is not there.',
    'Correct its name, or write the file.',
  ),
  'section-in-itself': error('A section contains itself.', 'Take one of the two out.'),
  'section-out-of-place': error(
    'A section of the package stands where the fields it prints are not.',
    'Put `{{#with field}}` or `{{#each list}}` around it.',
  ),
  'unused-file': warning('No page uses the file.', 'Correct its path, name it in a page, or take it away.'),
  'unknown-field': error('The view has no such field there.', 'Correct the name, or reach it by `../` or `@root`.'),
  'maybe-absent': error(
    'A field is printed that not every receipt has; a receipt without it could not be rendered.',
    'Write `{{#if field}}` around it.',
  ),
  'not-text': error(
    'What is printed is a list, an object, or a yes or no.',
    'Print one of its fields, or ask with `{{#if}}`.',
  ),
  'not-a-list': error('`{{#each}}` goes through something that is no list.', 'Print it, or write `{{#with}}`.'),
  'unknown-word': error(
    'A word of your own is printed that no file of `locales/` has.',
    'Add it under `own`, or write `{{#if own.word}}` around it.',
  ),
  'brand-file': error('`brand.json` cannot be used.', 'Correct the field that is named.'),
  'words-file': error('A file of `locales/` cannot be used.', 'Correct the key that is named.'),
  'bare-word': warning(
    'Words stand in a template: they are the same in every language.',
    'Put them into `locales/` under `own`.',
  ),
  'line-break-not-space': warning(
    'A line break between words is no space here.',
    'Write both words on one line, or `<br>`.',
  ),
  'class-of-mustache': error(
    'A class is built of a mustache; styles are put on the elements before.',
    'Write the element twice, in `{{#if}}` and `{{else}}`.',
  ),
  'mustache-in-tag': error('A mustache stands in a tag, but in no quoted value.', 'Put it into a value.'),
  'torn-element': error(
    'An element of a mail is opened in a branch of a block and closed outside of it, or the other way round.',
    'Write the whole element into each branch.',
  ),
  'unquoted-attribute': error('A mustache stands in a value without quotes.', 'Write quotes around it.'),
  'not-plain': error(
    'A field that may print `<span dir>` stands where markup has no place.',
    'Write `{{plain field}}`.',
  ),
  'data-in-address': error(
    'An address is put together from text.',
    'Let the whole value be one field that is an address.',
  ),
  'data-in-style': error(
    'Text of a receipt would be read as CSS.',
    'Use values of `brand`, or classes within `{{#if}}`.',
  ),
  'font-in-style': error(
    '`{{brand.font}}` has quotes, which a style element does not understand.',
    'Set the font in `brand.css`.',
  ),
  'event-or-script': error('Code, a form or a frame: no mail client runs it.', 'Take it out.'),
  'remote-picture': warning(
    'A picture of another place is blocked or missing.',
    'Give it as `logo` or as a picture of an offer.',
  ),
  'dead-address': error('An address leads nowhere: a receipt has no site around it.', 'Write the whole address.'),
  'image-without-size': warning('A picture has no width, height or alt.', 'Write all three.'),
  'physical-side': warning(
    'Left and right stay where they are in a receipt read from right to left.',
    'Write `start` and `end`.',
  ),
  'css-syntax': error('A part of a stylesheet is no CSS.', 'Correct it; a reader would leave it out.'),
  'unknown-property': warning('CSS has no such property.', 'Correct its name.'),
  'wrong-value': warning(
    'A property cannot have that value, so readers leave it out.',
    'Correct it; numbers need units.',
  ),
  'not-a-class': error(
    'A style that is to be put on elements selects something else than a class.',
    'Give the element a class, or put the rule into `@media`.',
  ),
  'nth-child': error('Places of lines are counted before there are lines.', 'Use `{{#if @first}}` with a class.'),
  'css-variable': error('Gmail takes declarations with variables away.', 'Write the value, or a value of `brand`.'),
  'nested-at-rule': error(
    'Gmail drops a stylesheet with an at-rule within another.',
    'Write them one after the other.',
  ),
  'lost-at-rule': error('An at-rule that goes nowhere.', 'Put its rules into `@media`.'),
  'remote-in-css': error('A stylesheet of a mail fetches nothing.', 'Take it out.'),
  'kept-style-too-long': error('Gmail drops styles of more than 16,384 characters.', 'Make them shorter.'),
  'unused-class': warning('No template has that class.', 'Correct its name, or take the rule out.'),
  'important-needed': warning('The styles on the elements win over this rule.', 'Write `!important`.'),
  'no-dark-counterpart': warning(
    'A colour is set for light pages only.',
    'Set it in `@media (prefers-color-scheme: dark)` as well.',
  ),
  'low-contrast': warning(
    'Text and what is behind it are too much alike.',
    'Choose a darker or lighter colour: 4.5 to 1 is needed.',
  ),
  'heavy-logo': warning('Gmail shows a large logo as an attachment.', 'Make the file smaller than 10 KB.'),
  'small-logo': warning('A logo has fewer pixels than most screens show.', 'Save it twice as wide as it is shown.'),
  'slot-left-out': warning('A slot is printed nowhere on a page.', 'Print it, or take the file away that left it out.'),
  'receipt-field': warning(
    'A field of the receipt would show nowhere.',
    'Print the field of the view that the finding names.',
  ),
  'client-support': warning('A mail client cannot show it.', 'See whether the mail reads well without it.'),
  'unknown-rule': warning('`lint-allow` names no rule.', 'Correct its name.'),
}
