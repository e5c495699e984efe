/** Stands in until the file compressor itself is merged. */
export function FileCompressor({ isActive }: { readonly isActive: boolean }) {
  return <div data-active={isActive} />
}
