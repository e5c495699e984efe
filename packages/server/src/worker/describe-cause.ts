/** The chain of causes of a failed conversion for operators, without server paths. */

const maxCharacters = 2_000
/** Job folders, data folders, programs: operators do not need them, and folder names may contain personal data. */
const absolutePath = /(?<![\w:/.])\/(?:[\w.@+~-]+\/)*[\w.@+~-]+/g

/** Null if the error has no cause. */
export function describeCause(error: Error): string | null {
  const messages: string[] = []
  for (let cause = error.cause; cause !== undefined && cause !== null; cause = causeOf(cause)) {
    const words = cause instanceof Error ? cause.message : String(cause)
    if (words.trim() !== '' && !messages.includes(words.trim())) messages.push(words.trim())
  }
  const text = messages.join('\n').replace(absolutePath, '(path)')
  if (text === '') return null
  return text.length > maxCharacters ? `${text.slice(0, maxCharacters - 1)}…` : text
}

function causeOf(cause: unknown): unknown {
  return cause instanceof Error ? cause.cause : undefined
}
