/** Logo (a file on an anvil) and product name. */
import { productName } from '@filesmith/contract/product-name'

function BrandMark() {
  return (
    <svg viewBox="0 0 32 32" className="size-8 shrink-0" aria-hidden="true" focusable="false">
      <path
        className="fill-ink"
        d="M2 14.5h28v2.9c-3.8.2-6.6 1.9-7.6 4.7v1.6c0 1.7 1.2 2.9 3.4 3.6V30H9.8v-2.7c2.2-.7 3.4-1.9 3.4-3.6v-1.9C7.4 21.4 3.5 19 2 14.5Z"
      />
      <path className="fill-accent" d="M10 2h7.5L22 6.5v5.8H10Z" />
      <path className="fill-paper" opacity="0.55" d="M17.5 2 22 6.5h-4.5Z" />
    </svg>
  )
}

export function Brand() {
  return (
    <span className="flex items-center gap-2.5">
      <BrandMark />
      <span className="font-heading text-lg font-bold tracking-tight">{productName}</span>
    </span>
  )
}
