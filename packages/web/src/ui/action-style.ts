/** Styles shared by buttons and links that act as buttons. */
import { cx } from './cx.ts'

/** 'accent' is for the one main action of a screen. */
export type ActionVariant = 'accent' | 'solid' | 'outline' | 'quiet' | 'danger' | 'quiet-danger'
export type ActionSize = 'regular' | 'large'

const shape =
  'inline-flex items-center justify-center gap-2 rounded font-semibold whitespace-nowrap transition-colors select-none disabled:opacity-55 aria-disabled:opacity-55'

const variants: Readonly<Record<ActionVariant, string>> = {
  accent:
    'bg-accent text-accent-ink hover:bg-accent-hover disabled:hover:bg-accent forced-colors:border forced-colors:border-current',
  solid: 'bg-ink text-ink-inverse hover:bg-ink-muted forced-colors:border forced-colors:border-current',
  outline: 'border border-line-strong bg-surface text-ink hover:border-ink hover:bg-surface-sunken',
  quiet: 'text-ink hover:bg-surface-sunken',
  danger: 'text-danger hover:bg-danger-wash',
  // For rows of actions: red on hover and focus only.
  'quiet-danger':
    'text-ink-muted hover:bg-danger-wash hover:text-danger focus-visible:bg-danger-wash focus-visible:text-danger',
}

const sizes: Readonly<Record<ActionSize, string>> = {
  regular: 'min-h-10 px-4 text-sm',
  large: 'min-h-12 px-6 text-base',
}

export function actionStyle(variant: ActionVariant, size: ActionSize, className?: string): string {
  return cx(shape, variants[variant], sizes[size], className)
}
