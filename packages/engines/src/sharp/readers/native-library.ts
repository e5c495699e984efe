/** Loads C libraries of the system into a helper. Where one is missing, another decoder is used. */
import koffi, { type LibraryHandle } from 'koffi'

/** koffi unloads a library with its last function, while threads of it may still run. */
const loaded: LibraryHandle[] = []

/** The first of the file names that can be loaded. */
export function loadLibrary(names: readonly string[]): LibraryHandle | undefined {
  for (const name of names) {
    try {
      const library = koffi.load(name)
      loaded.push(library)
      return library
    } catch {
      // Another version, or not installed.
    }
  }
  return undefined
}

/** Calls the function once, at its first use. */
export function once<Value>(load: () => Value): () => Value {
  let result: { readonly value: Value } | undefined
  return () => {
    result ??= { value: load() }
    return result.value
  }
}

const held = new Set<Buffer>()

/** A library keeps pointers between calls, about which the garbage collector knows nothing. */
export function whileHeld<Value>(input: Buffer, work: () => Value): Value {
  hold(input)
  try {
    return work()
  } finally {
    held.clear()
  }
}

/** Until the end of `whileHeld`. */
export function hold(buffer: Buffer): Buffer {
  held.add(buffer)
  return buffer
}

/** Memory of a library as bytes. Valid until the library frees it, so callers copy. */
export function bytesAt(pointer: bigint, length: number): Uint8Array {
  return new Uint8Array(koffi.view(pointer, length))
}
