/** Stands in until the batch converter itself is merged. */
export function BatchConverter({ isActive }: { readonly isActive: boolean }) {
  return <div data-active={isActive} />
}
