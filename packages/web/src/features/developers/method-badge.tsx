/** HTTP method of a call, colored by read, write and delete. */
import { cx } from '../../ui/cx.ts'

const tones: Readonly<Record<string, string>> = {
  get: 'text-success bg-success-wash',
  delete: 'text-danger bg-danger-wash',
}

export function MethodBadge({ method }: { readonly method: string }) {
  return (
    <span
      className={cx(
        'figures w-16 shrink-0 rounded py-0.5 text-center text-xs font-semibold uppercase forced-colors:border',
        tones[method] ?? 'bg-warning-wash text-warning',
      )}
    >
      {method}
    </span>
  )
}
