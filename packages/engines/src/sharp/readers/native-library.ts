/** Loads C libraries of the system into a helper. Where one is missing, another decoder is used. */
import koffi, { type LibraryHandle } from 'koffi'

/** The first of the file names that can be loaded. */
export function loadLibrary(names: readonly string[]): LibraryHandle | undefined {
  for (const name of names) {
    try {
      return koffi.load(name)
    } catch {
      // Another version, or not installed.
    }
  }
  return undefined
}

/** Calls the function once, at its first use. */
export function once<Value>(load: () => Value): () => Value {
  let loaded: { readonly value: Value } | undefined
  return () => {
    loaded ??= { value: load() }
    return loaded.value
  }
}

/** Memory of a library as bytes. Valid until the library frees it, so callers copy. */
export function bytesAt(pointer: bigint, length: number): Uint8Array {
  return new Uint8Array(koffi.view(pointer, length))
}
