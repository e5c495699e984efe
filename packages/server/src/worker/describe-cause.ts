/** What an engine said when it failed, for operators: the whole chain of causes, without paths of the server. */

const maxCharacters = 2_000
/** Job folders, data folders, programs: an operator does not need them, and folders may be named after people. */
const absolutePath = /(?<![\w:/.])\/(?:[\w.@+~-]+\/)*[\w.@+~-]+/g

/** Null when there is nothing beyond what the owner was told. */
export function describeCause(error: Error): string | null {
  const said: string[] = []
  for (let cause = error.cause; cause !== undefined && cause !== null; cause = causeOf(cause)) {
    const words = cause instanceof Error ? cause.message : String(cause)
    if (words.trim() !== '' && !said.includes(words.trim())) said.push(words.trim())
  }
  const text = said.join('\n').replace(absolutePath, '(path)')
  if (text === '') return null
  return text.length > maxCharacters ? `${text.slice(0, maxCharacters - 1)}…` : text
}

function causeOf(cause: unknown): unknown {
  return cause instanceof Error ? cause.cause : undefined
}
