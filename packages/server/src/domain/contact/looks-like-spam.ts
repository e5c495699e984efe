/** Tells messages that programs leave behind from those that people write; in doubt it was a person. */
import type { ContactRequest } from '@filesmith/contract/schemas/contact'

/** Nobody reads the form, types two lines and sends it in less. */
const leastFillingMs = 1500
/** What must be left of a message without its links. */
const leastLetters = 10

const link = /(?:https?:\/\/|www\.)\S+/giu
/** The links of bulletin boards, which nobody types into a contact form. */
const boardLink = /\[(?:url|link)[=\]]/iu

export function looksLikeSpam(request: ContactRequest): boolean {
  return (
    request.website !== '' ||
    (request.filledInMs !== undefined && request.filledInMs < leastFillingMs) ||
    request.name.search(link) >= 0 ||
    boardLink.test(request.message) ||
    isOnlyLinks(request.message)
  )
}

function isOnlyLinks(message: string): boolean {
  const rest = message.replace(link, '')
  return rest !== message && (rest.match(/\p{L}/gu)?.length ?? 0) < leastLetters
}
