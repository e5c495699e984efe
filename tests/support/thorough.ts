/** THOROUGH=1 runs exhaustive tables completely instead of a sample. Takes minutes longer. */
export const isThorough = process.env.THOROUGH === '1'

export function partOf<const Item>(all: readonly Item[], part: readonly NoInfer<Item>[]): readonly Item[] {
  return isThorough ? all : part
}

/** Every nth case, beginning with the first. */
export function everyNth<const Case>(n: number, cases: readonly Case[]): readonly Case[] {
  return isThorough ? cases : cases.filter((_, index) => index % n === 0)
}

/** Step of a loop over cases that are numbered, of which every nth is taken. */
export function stepOf(n: number): number {
  return isThorough ? 1 : n
}
