/** Download link in the style of a button. */
import type { ComponentProps } from 'react'
import { type ActionSize, type ActionVariant, actionStyle } from './action-style.ts'

interface DownloadButtonProps extends ComponentProps<'a'> {
  readonly variant: ActionVariant
  readonly size?: ActionSize
}

export function DownloadButton({ variant, size = 'regular', className, ...rest }: DownloadButtonProps) {
  return <a className={actionStyle(variant, size, className)} {...rest} />
}
