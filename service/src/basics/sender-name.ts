/** Why a text can't be the name of a mail's sender; undefined if it can. */
export function senderNameProblem(name: string): string | undefined {
  if (forbidden.test(name)) return 'must be plain text in one line'
  return addressLike.test(name.normalize('NFKC')) ? 'must not look like an email address' : undefined
}

/** A sender's name as a mail has it: without what a name that was stored under an earlier rule must not have. */
export function shownSenderName(name: string): string {
  if (senderNameProblem(name) === undefined) return name
  return name
    .replace(new RegExp(forbidden, 'gu'), ' ')
    .normalize('NFKC')
    .replace(new RegExp(addressLike, 'gu'), ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Control characters, what has a meaning in headers, and what changes the direction in which a name is read. */
const forbidden = /[\p{Cc}<>"\u2028\u2029\u202a-\u202e\u2066-\u2069]/u

/** Inboxes often show a sender's name alone: one that is an address would be taken for the sender's. */
const addressLike = /\S*@\S+/u
