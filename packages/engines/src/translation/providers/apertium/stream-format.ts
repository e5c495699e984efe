/** Apertium stream format: escapes reserved characters and marks the end of a sentence. */

const reserved = /[\\[\]{}^$/@<>]/g
/** Appended by Apertium's text reader after the last word, so that the sentence end is recognized. */
const sentenceEnd = '.[]'

/** One sentence with the null byte that makes every program flush. */
export function toStream(sentence: string): string {
  const plain = sentence
    .toWellFormed()
    .normalize('NFC')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: a null byte would end the sentence early.
    .replace(/[\s\u0000-\u001f\u007f]+/g, ' ')
    .trim()
  const escaped = plain.replace(reserved, '\\$&').replaceAll('~', '[~]')
  return `${escaped}${sentenceEnd}\n\0`
}

export function fromStream(answer: string): string {
  return answer
    .replace(/\.?\s*\[\]\s*$/, '')
    .replaceAll('[~]', '~')
    .replace(/\\(.)/gs, '$1')
    .replace(/ {2,}/g, ' ')
    .trim()
}
