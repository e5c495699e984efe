/** Words that a private instance never shows; for tests. */

const moneyWords: readonly RegExp[] = [
  /\b(?:prices?|priced|pricing)\b/i,
  /\bupgrad/i,
  /\bbilling\b/i,
  /\binvoic/i,
  /\bsubscri(?:be|ption)/i,
  /\bcheckout\b/i,
  /\bpay(?:s|ing|ments?)?\b/i,
  /\bpaid\b/i,
  /\brefund/i,
  /\badvert/i,
  /\bads?\b/i,
  /\bpremium\b/i,
  /\bStripe\b/,
  /\bplans?\b/i,
  /\bFree\b/,
  /\bBasic\b/,
  /\bPro\b/,
  /[$€]\s?\d/,
]

/** Sentences in which one of the words means something else. */
const otherMeanings: readonly RegExp[] = [
  // The audio tutorial.
  /if you plan to edit/g,
  // Disks.
  /Free space/g,
]

/** The words with what is around them. */
export function findMoneyWords(text: string): string[] {
  const checked = otherMeanings.reduce((rest, pattern) => rest.replace(pattern, ''), text)
  return moneyWords.flatMap(word => {
    const found = word.exec(checked)
    return found ? [checked.slice(Math.max(0, found.index - 40), found.index + 40).replace(/\s+/g, ' ')] : []
  })
}
