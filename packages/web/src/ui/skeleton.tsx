/** The place of something that is still on its way, in its final size. */
import { cx } from './cx.ts'

export function Skeleton({ className }: { readonly className: string }) {
  return <span aria-hidden="true" className={cx('breathe block rounded bg-surface-sunken', className)} />
}
