/** Button. */
import type { ComponentProps } from 'react'
import { type ActionSize, type ActionVariant, actionStyle } from './action-style.ts'

interface ButtonProps extends ComponentProps<'button'> {
  readonly variant?: ActionVariant
  readonly size?: ActionSize
}

export function Button({ variant = 'outline', size = 'regular', className, ...rest }: ButtonProps) {
  return <button type="button" className={actionStyle(variant, size, className)} {...rest} />
}
