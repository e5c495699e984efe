/** Apertium's stream format: what stands for itself in a text must be escaped, and the end of a sentence marked. */

const reserved = /[\\[\]{}^$/@<>]/g
/** What Apertium's own text reader puts after the last word, so that the last sentence is seen to end. */
const ending = '.[]'

/** One sentence as the pipeline wants it, with the zero byte that makes every program flush. */
export function toStream(sentence: string): string {
  const plain = sentence
    .toWellFormed()
    .normalize('NFC')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: a zero byte would end the sentence early.
    .replace(/[\s\u0000-\u001f\u007f]+/g, ' ')
    .trim()
  const escaped = plain.replace(reserved, '\\$&').replaceAll('~', '[~]')
  return `${escaped}${ending}\n\0`
}

export function fromStream(answer: string): string {
  return answer
    .replace(/\.?\s*\[\]\s*$/, '')
    .replaceAll('[~]', '~')
    .replace(/\\(.)/gs, '$1')
    .replace(/ {2,}/g, ' ')
    .trim()
}
