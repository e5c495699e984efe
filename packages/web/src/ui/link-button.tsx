/** Router link in the style of a button. */
import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { type ActionSize, type ActionVariant, actionStyle } from './action-style.ts'

interface LinkButtonProps extends ComponentProps<typeof Link> {
  readonly variant?: ActionVariant
  readonly size?: ActionSize
}

export function LinkButton({ variant = 'outline', size = 'regular', className, ...rest }: LinkButtonProps) {
  return <Link className={actionStyle(variant, size, className)} {...rest} />
}
