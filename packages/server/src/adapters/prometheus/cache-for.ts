/** Caches the result of an async function for a time; concurrent callers share one call, failures are not cached. */

export function cacheFor<Result>(ttlMs: number, load: () => Promise<Result>): () => Promise<Result> {
  let cached: { readonly result: Promise<Result>; readonly atMs: number } | undefined
  return () => {
    if (cached && performance.now() - cached.atMs < ttlMs) return cached.result
    const result = load()
    const entry = { result, atMs: performance.now() }
    cached = entry
    result.catch(() => {
      if (cached === entry) cached = undefined
    })
    return result
  }
}
