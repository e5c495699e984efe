/** Writes text and remembers where every word of it stands. */

export interface WrittenWord {
  readonly page: number
  /** Of the word in its page. */
  readonly index: number
  /** As written: a hyphen at the end of a line may be gone. */
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
  const pieces: string[] = []
  const words: WrittenWord[] = []
  let length = 0
  const add = (text: string) => {
    pieces.push(text)
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
    finish: () => ({ text: pieces.join(''), words }),
  }
}
