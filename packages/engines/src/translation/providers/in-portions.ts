/** Cuts a list of sentences into portions that a helper or a service takes at once. */

export interface PortionSize {
  readonly sentences: number
  readonly characters: number
}

/** In order, nothing left out; a sentence longer than a portion gets one of its own. */
export function* inPortions(sentences: readonly string[], size: PortionSize): Generator<string[]> {
  let portion: string[] = []
  let characters = 0
  for (const sentence of sentences) {
    const isFull = portion.length >= size.sentences || characters + sentence.length > size.characters
    if (isFull && portion.length > 0) {
      yield portion
      portion = []
      characters = 0
    }
    portion.push(sentence)
    characters += sentence.length
  }
  if (portion.length > 0) yield portion
}
