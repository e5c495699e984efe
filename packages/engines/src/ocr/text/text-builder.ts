/** Builds the output text and records the offsets of each word. */

export interface WrittenWord {
  readonly page: number
  /** Index of the word on its page. */
  readonly index: number
  /** As written, possibly without its hyphen at the end of a line. */
  readonly text: string
  readonly start: number
  readonly end: number
}

export interface TextBuilder {
  add(text: string): void
  addWord(page: number, index: number, text: string): void
  readonly length: number
  finish(): { readonly text: string; readonly words: readonly WrittenWord[] }
}

export function createTextBuilder(): TextBuilder {
  const parts: string[] = []
  const words: WrittenWord[] = []
  let length = 0
  const add = (text: string) => {
    parts.push(text)
    length += text.length
  }
  return {
    add,
    addWord(page, index, text) {
      words.push({ page, index, text, start: length, end: length + text.length })
      add(text)
    },
    get length() {
      return length
    },
    finish: () => ({ text: parts.join(''), words }),
  }
}
