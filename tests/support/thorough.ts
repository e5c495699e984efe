/** THOROUGH=1 runs exhaustive tables completely instead of a sample. Takes minutes longer. */
export const isThorough = process.env.THOROUGH === '1'

export function partOf<const Item>(all: readonly Item[], part: readonly NoInfer<Item>[]): readonly Item[] {
  return isThorough ? all : part
}
