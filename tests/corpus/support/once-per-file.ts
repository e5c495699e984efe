/** Keeps what was seen in a file: a finished one does not change, and programs take longer to start than to look. */
export function oncePerFile<Args extends readonly (string | number)[], Seen>(
  look: (...args: Args) => Promise<Seen>,
): (...args: Args) => Promise<Seen> {
  const kept = new Map<string, Promise<Seen>>()
  return (...args) => {
    const key = args.join('\n')
    const seen = kept.get(key) ?? look(...args)
    kept.set(key, seen)
    return seen
  }
}
