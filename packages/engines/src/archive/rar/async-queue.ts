/** FIFO queue between one producer and one consumer. */

export class AsyncQueue<Item> implements AsyncIterable<Item> {
  readonly #items: Item[] = []
  #isEnded = false
  #failure: unknown
  #wake = () => {}

  add(item: Item): void {
    this.#items.push(item)
    this.#wake()
  }

  end(): void {
    this.#isEnded = true
    this.#wake()
  }

  /** The consumer gets the error after all items before it. */
  fail(error: unknown): void {
    this.#failure = error
    this.end()
  }

  async *[Symbol.asyncIterator](): AsyncIterator<Item> {
    for (;;) {
      const item = this.#items.shift()
      if (item !== undefined) yield item
      else if (this.#isEnded) break
      else
        await new Promise<void>(resolve => {
          this.#wake = resolve
        })
    }
    if (this.#failure !== undefined) throw this.#failure
  }
}
