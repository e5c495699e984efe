/** Loading placeholder in the final size of the content. */
import { cx } from './cx.ts'

export function Skeleton({ className }: { readonly className: string }) {
  return <span aria-hidden="true" className={cx('breathe block rounded bg-surface-sunken', className)} />
}
