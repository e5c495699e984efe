/** Heuristics for spam in the contact form: honeypot field, typing time and links; in doubt, not spam. */
import type { ContactRequest } from '@filesmith/contract/schemas/contact'

/** A person cannot read and fill in the form in less. */
const minFillingMs = 1500
/** Minimum number of letters besides links. */
const minLetters = 10

const link = /(?:https?:\/\/|www\.)\S+/giu
/** BBCode links, typical for spam bots. */
const bbcodeLink = /\[(?:url|link)[=\]]/iu

export function isLikelySpam(request: ContactRequest): boolean {
  return (
    request.website !== '' ||
    (request.filledInMs !== undefined && request.filledInMs < minFillingMs) ||
    request.name.search(link) >= 0 ||
    bbcodeLink.test(request.message) ||
    isOnlyLinks(request.message)
  )
}

function isOnlyLinks(message: string): boolean {
  const rest = message.replace(link, '')
  return rest !== message && (rest.match(/\p{L}/gu)?.length ?? 0) < minLetters
}
