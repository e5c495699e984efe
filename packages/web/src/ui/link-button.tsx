/** A link with the weight of a button: to a page of the site, or to a file of the server. */
import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { type ActionSize, type ActionVariant, actionStyle } from './button-style.ts'

interface Look {
  readonly variant?: ActionVariant
  readonly size?: ActionSize
}

export function LinkButton({
  variant = 'outline',
  size = 'regular',
  className,
  ...rest
}: ComponentProps<typeof Link> & Look) {
  return <Link className={actionStyle(variant, size, className)} {...rest} />
}

export function DownloadButton({
  variant = 'outline',
  size = 'regular',
  className,
  ...rest
}: ComponentProps<'a'> & Look) {
  return <a className={actionStyle(variant, size, className)} {...rest} />
}
