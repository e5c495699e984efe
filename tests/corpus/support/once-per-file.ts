/** Caches measurements per file: results do not change, and starting ffmpeg or ffprobe is slow. */
export function oncePerFile<Args extends readonly (string | number)[], Result>(
  inspect: (...args: Args) => Promise<Result>,
): (...args: Args) => Promise<Result> {
  const results = new Map<string, Promise<Result>>()
  return (...args) => {
    const key = args.join('\n')
    const result = results.get(key) ?? inspect(...args)
    results.set(key, result)
    return result
  }
}
