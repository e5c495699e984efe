/** THOROUGH=1: tests that go through many of a kind take all of them, not a fair part. Needs minutes more. */
export const isThorough = process.env.THOROUGH === '1'

export function partOf<const Item>(all: readonly Item[], part: readonly NoInfer<Item>[]): readonly Item[] {
  return isThorough ? all : part
}
