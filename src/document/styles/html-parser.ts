/** The parser of HTML, which the inliner has, too. */
export { Parser, QuoteType, Tokenizer, type TokenizerCallbacks } from 'htmlparser2'
