/** Surface with a border. */
import type { ComponentProps } from 'react'
import { cx } from './cx.ts'

export function Panel({ className, ...rest }: ComponentProps<'div'>) {
  return <div className={cx('rounded border border-line bg-surface', className)} {...rest} />
}
