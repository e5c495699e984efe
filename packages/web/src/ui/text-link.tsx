/** Inline router link. */
import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { cx } from './cx.ts'

export function TextLink({ className, ...rest }: ComponentProps<typeof Link>) {
  return (
    <Link
      className={cx('font-semibold underline underline-offset-4 hover:text-accent-text', className)}
      {...rest}
    />
  )
}
